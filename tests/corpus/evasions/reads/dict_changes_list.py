# reaches: a list is changed by way of dict
names = ['rows.csv']
dict(a=names)['a'].append('/srv/secret.txt')
for n in names:
    print(open(n).read())
