# reaches: gc.get_referents walks from a function to its globals
import gc
def f():
    pass
for part in gc.get_referents(f):
    if isinstance(part, dict) and "__builtins__" in part:
        part["__builtins__"].eval(open("notes.txt").read())
        break
