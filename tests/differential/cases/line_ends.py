# Lines that end with \r\n, as on Windows.
x = "a\
b" r"\\" '''c
x\
d'''
y = f"""{x}
{x:>9}""", rb"""\
"""


def f():
    return x
