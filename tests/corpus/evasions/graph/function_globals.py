# reaches: a function's __globals__ lead to the builtins
def f():
    pass
f.__globals__["__builtins__"].eval(open("notes.txt").read())
