# reaches: eval in the cause of a raise
try:
    raise ValueError from eval(open("notes.txt").read())
except ValueError:
    pass
