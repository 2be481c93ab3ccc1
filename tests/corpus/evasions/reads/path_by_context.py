# reaches: a context manager yields the path
from contextlib import contextmanager


@contextmanager
def source():
    yield "/srv/secret.txt"


with source() as path:
    print(open(path).read())
