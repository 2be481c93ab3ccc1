# reaches: a context manager's keywords are changed before it decorates
from contextlib import contextmanager
@contextmanager
def opened(path):
    print(open(path).read())
    yield
c = opened(path='sales.csv')
c.kwds['path'] = '/srv/secret.txt'
@c
def work():
    pass
work()
