# reaches: a code object with its names replaced
def f(x):
    return len(x)
f.__code__ = f.__code__.replace(co_names=("eval",))
f(open("notes.txt").read())
