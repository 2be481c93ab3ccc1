# reaches: a class pattern reads a function's code, which is replaced
def f(x):
    return len(x)
match f:
    case object(__code__=object(replace=swap)):
        f.__code__ = swap(co_names=("eval",))
f(open("notes.txt").read())
