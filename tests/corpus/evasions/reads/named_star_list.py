# reaches: a list among named arguments is changed
def add(**rest):
    rest['names'].append('/srv/secret.txt')


names = ['rows.csv']
add(names=names)
for n in names:
    print(open(n).read())
