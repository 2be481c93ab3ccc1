# reaches: a pattern takes a function out of a dictionary
def load(path): print(open(path).read())
def size(path): return len(path)
load('sales.csv')
D = {'a': load, 'b': size}
L = [load, size]
X = '/srv/secret.txt'
match D:
    case {'a': f}: f(X)
