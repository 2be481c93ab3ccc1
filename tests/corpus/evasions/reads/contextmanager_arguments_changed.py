# reaches: a context manager's arguments are replaced before it decorates
from contextlib import contextmanager
@contextmanager
def opened(path):
    print(open(path).read())
    yield
c = opened('sales.csv')
c.args = ('/srv/secret.txt',)
@c
def work():
    pass
work()
