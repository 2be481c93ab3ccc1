# reaches: a context manager hands out exec in a tuple
from contextlib import contextmanager
@contextmanager
def stage():
    yield 1, (2, exec)
with stage() as (_, (_, work)):
    work(open("steps.txt").read())
