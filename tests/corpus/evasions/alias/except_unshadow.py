# reaches: the end of an except clause unbinds the shadow of eval
try:
    raise ValueError
except ValueError as eval:
    pass
eval(open("notes.txt").read())
