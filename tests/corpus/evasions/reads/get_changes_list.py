# reaches: a list is changed by way of get
names = ['rows.csv']
{'a': names}.get('a').append('/srv/secret.txt')
for n in names:
    print(open(n).read())
