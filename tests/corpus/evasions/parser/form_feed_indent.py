# reaches: a form feed resets the indentation
if 1:
    rows = 1
eval(open("notes.txt").read())
