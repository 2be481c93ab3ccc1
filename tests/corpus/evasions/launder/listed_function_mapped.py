# reaches: a function out of a dictionary is handed to map
def load(path): print(open(path).read())
def size(path): return len(path)
load('sales.csv')
D = {'a': load, 'b': size}
L = [load, size]
X = '/srv/secret.txt'
list(map(D['a'], [X]))
