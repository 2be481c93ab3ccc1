# reaches: a list among starred arguments is changed
def add(first, *rest):
    rest[0].append('/srv/secret.txt')


names = ['rows.csv']
add(1, names)
for n in names:
    print(open(n).read())
