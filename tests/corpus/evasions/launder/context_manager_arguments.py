# reaches: a context manager is made anew with other arguments
from contextlib import contextmanager
@contextmanager
def load(path):
    print(open(path).read())
    yield
c = load('sales.csv')
c.args = ('/srv/secret.txt',)
@c
def f(): pass
f()
