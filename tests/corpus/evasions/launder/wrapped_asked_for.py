# reaches: __wrapped__ gives the decorated function back
from functools import wraps
def D(func):
    @wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)
    return wrapper
@D
def load(path):
    print(open(path).read())
load('sales.csv')
load.__wrapped__('/srv/secret.txt')
