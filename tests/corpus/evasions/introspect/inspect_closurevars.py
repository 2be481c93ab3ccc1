# reaches: inspect.getclosurevars hands out builtins and globals
import inspect
def f():
    return eval
inspect.getclosurevars(f).builtins["eval"](open("notes.txt").read())
