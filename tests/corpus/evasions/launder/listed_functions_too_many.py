# reaches: the last of fifteen functions in a list
def load(path): print(open(path).read())
def size(path): return len(path)
load('sales.csv')
D = {'a': load, 'b': size}
L = [load, size]
X = '/srv/secret.txt'
def f0(path): return len(path)
def f1(path): return len(path)
def f2(path): return len(path)
def f3(path): return len(path)
def f4(path): return len(path)
def f5(path): return len(path)
def f6(path): return len(path)
def f7(path): return len(path)
def f8(path): return len(path)
def f9(path): return len(path)
def f10(path): return len(path)
def f11(path): return len(path)
def f12(path): return len(path)
def f13(path): return len(path)
E = [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, load]
for f in E: f(X)
