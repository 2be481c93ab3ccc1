# reaches: a text is put into __annotations__, and singledispatch evaluates it
import functools
@functools.singledispatch
def f(x):
    pass
def g(x: int):
    pass
g.__annotations__['x'] = "print(open('/srv/secret.txt').read()) or int"
f.register(g)
