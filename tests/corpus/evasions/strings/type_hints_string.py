# reaches: typing.get_type_hints evaluates an annotation string
import typing
def f(x: "eval(open('notes.txt').read())"):
    pass
typing.get_type_hints(f)
