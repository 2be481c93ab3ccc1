# reaches: the attribute's name comes out of a table of letters
table = dict(enumerate("_abcdeglostu"))
name = "".join(table[i] for i in [0, 0, 6, 7, 8, 2, 1, 7, 9, 0, 0])


def f():
    pass


g = getattr(f, name)
print(g["__builtins__"].open("/srv/secret.txt").read())
