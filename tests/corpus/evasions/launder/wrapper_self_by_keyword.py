# reaches: a plain function's path is given as the wrapper's self
from functools import wraps
def D(func):
    @wraps(func)
    def wrapper(self, *args, **kwargs):
        return func(self, *args, **kwargs)
    return wrapper
@D
def load(path):
    print(open(path).read())
load('sales.csv')
load(self='/srv/secret.txt')
