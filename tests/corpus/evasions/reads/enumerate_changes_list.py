# reaches: a list is changed by way of enumerate
names = ['rows.csv']
for i, v in enumerate([names]):
    v.append('/srv/secret.txt')
for n in names:
    print(open(n).read())
