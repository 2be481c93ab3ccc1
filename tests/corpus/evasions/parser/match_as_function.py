# reaches: match is a function here, and its argument is called
def match(f):
    return f(open("notes.txt").read())
match (eval)
