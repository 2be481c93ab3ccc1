# reaches: a comparison hands a list of functions to an object
def load(path): print(open(path).read())
def size(path): return len(path)
load('sales.csv')
D = {'a': load, 'b': size}
L = [load, size]
X = '/srv/secret.txt'
class Q:
    def __eq__(self, o): o[0](X); return False
L == Q()
