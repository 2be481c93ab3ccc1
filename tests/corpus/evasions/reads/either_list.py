# reaches: one of two lists holds the list
names = ['rows.csv']
one, two = [names], [names]
(one if len(names) else two)[0].append('/srv/secret.txt')
for n in names:
    print(open(n).read())
