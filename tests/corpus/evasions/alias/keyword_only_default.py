# reaches: eval is the default of a keyword-only parameter
def total(rows, *, how=eval):
    return how(rows)
total(open("notes.txt").read())
