# reaches: singledispatch evaluates the annotation string of an implementation
from functools import singledispatch
@singledispatch
def show(x):
    pass
@show.register
def _(x: "print(open('/srv/secret.txt').read()) or int"):
    pass
