# reaches: a function swaps the decorator before it is used
from functools import wraps
def D(func):
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)
    return wrapper
def E(func):
    def wrapper(*args, **kwargs):
        return func('/srv/secret.txt')
    return wrapper
def swap():
    global D
    D = E
swap()
@D
def load(path):
    print(open(path).read())
load('sales.csv')
