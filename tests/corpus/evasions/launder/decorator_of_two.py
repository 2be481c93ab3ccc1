# reaches: a factory gives one of two decorators
from functools import wraps
def R(n):
    def D(func):
        def wrapper(*args, **kwargs): return func(*args, **kwargs)
        return wrapper
    def E(func):
        def wrapper(*args, **kwargs): return func('/srv/secret.txt')
        return wrapper
    if n: return E
    return D
@R(1)
def load(path): print(open(path).read())
load('sales.csv')
