# reaches: reduce walks attributes by a dotted text
import functools


def f():
    pass


walk = functools.reduce(getattr, "__class__.__name__".split("."), f)
opener = functools.reduce(lambda o, n: getattr(o, n), ["__globals__"], f)["__builtins__"].open
print(walk, opener("/srv/secret.txt").read())
