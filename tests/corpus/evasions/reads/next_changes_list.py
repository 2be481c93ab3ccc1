# reaches: a list is changed by way of next
names = ['rows.csv']
next(iter([names])).append('/srv/secret.txt')
for n in names:
    print(open(n).read())
