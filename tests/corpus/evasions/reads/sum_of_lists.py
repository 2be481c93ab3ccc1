# reaches: sum() hands out the list
names = ['rows.csv']
sum([[names]], [])[0].append('/srv/secret.txt')
for n in names:
    print(open(n).read())
