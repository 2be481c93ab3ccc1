# reaches: a list with two names is changed by the second
names = others = ['rows.csv']
others.append('/srv/secret.txt')
for n in names:
    print(open(n).read())
