# reaches: the wrapper is kept in a dictionary
from functools import wraps
K = {}
def D(func):
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)
    K['w'] = wrapper
    return wrapper
@D
def load(path):
    print(open(path).read())
load('sales.csv')
K['w']('/srv/secret.txt')
