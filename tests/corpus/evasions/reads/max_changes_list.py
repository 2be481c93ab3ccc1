# reaches: a list is changed by way of max
names = ['rows.csv']
max(names, ['a']).append('/srv/secret.txt')
for n in names:
    print(open(n).read())
