# reaches: a list is changed by way of a dictionary's values
names = ['rows.csv']
for v in {'a': names}.values():
    v.append('/srv/secret.txt')
for n in names:
    print(open(n).read())
