# reaches: a code object with its constants replaced opens another file
def f():
    return open("notes.txt").read()
path = open("path.txt").read().strip()
f.__code__ = f.__code__.replace(co_consts=tuple(path if c == "notes.txt" else c for c in f.__code__.co_consts))
print(f())
