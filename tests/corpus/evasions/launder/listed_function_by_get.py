# reaches: a dictionary's get gives a function
def load(path): print(open(path).read())
def size(path): return len(path)
load('sales.csv')
D = {'a': load, 'b': size}
L = [load, size]
X = '/srv/secret.txt'
D.get('a')(X)
