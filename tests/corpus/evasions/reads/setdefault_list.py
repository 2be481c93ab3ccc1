# reaches: a list kept by setdefault is changed
names = ['rows.csv']
held = {}
held.setdefault('a', names).append('/srv/secret.txt')
for n in names:
    print(open(n).read())
