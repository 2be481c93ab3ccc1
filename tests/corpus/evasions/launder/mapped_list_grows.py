# reaches: a list grows after map has got it
def load(path): return open(path).read()
names = ['sales.csv']
it = map(load, names)
names.append('/srv/secret.txt')
print(list(it))
