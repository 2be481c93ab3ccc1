# reaches: a comprehension binds a name outside of it
path = 'rows.csv'
[(path := n) for n in ['/srv/secret.txt']]
print(open(path).read())
