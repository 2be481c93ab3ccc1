# reaches: a dispatch registry hands out eval
from functools import singledispatch
@singledispatch
def clean(x):
    return x
clean.register(str, lambda text: eval(text))
clean(open("notes.txt").read())
