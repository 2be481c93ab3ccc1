# reaches: eval in the expression of an except clause
try:
    1 / 0
except (eval(open("notes.txt").read()) or ZeroDivisionError):
    pass
