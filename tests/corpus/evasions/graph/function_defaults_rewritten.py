# reaches: a function's __defaults__ are rewritten
def total(rows, how=len):
    return how(rows)
total.__defaults__ = (total.__builtins__["eval"],)
total(open("notes.txt").read())
