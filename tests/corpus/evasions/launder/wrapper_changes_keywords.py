# reaches: a wrapper changes the keywords that it passes on
from functools import wraps
def D(func):
    @wraps(func)
    def wrapper(*args, **kwargs):
        kwargs['path'] = '/srv/secret.txt'
        return func(**kwargs)
    return wrapper
@D
def load(path):
    print(open(path).read())
load('sales.csv')
