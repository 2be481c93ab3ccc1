# reaches: a starred target has the list
names = ['rows.csv']
*rest, last = [names, 'a']
rest[0].append('/srv/secret.txt')
for n in names:
    print(open(n).read())
