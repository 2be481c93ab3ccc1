# reaches: a code object rebuilt field by field
import types
def f(path):
    return open(path).read()
c = f.__code__
g = types.FunctionType(types.CodeType(c.co_argcount, 0, 0, c.co_nlocals, c.co_stacksize, c.co_flags, c.co_code, c.co_consts, c.co_names, c.co_varnames, "x", "x", "x", 1, b"", b"", (), ()), globals())
print(g("/srv/" + "secret.txt"))
