# reaches: a list is changed by a function that map calls
names = ['rows.csv']
list(map(lambda v: v.append('/srv/secret.txt'), [names]))
for n in names:
    print(open(n).read())
