# reaches: json's default gets the functions of a list
def load(path): print(open(path).read())
def size(path): return len(path)
load('sales.csv')
D = {'a': load, 'b': size}
L = [load, size]
X = '/srv/secret.txt'
import json
json.dumps(L, default=lambda f: f(X))
