# reaches: eval in the argument of a decorator
def scaled(by):
    return lambda f: f
@scaled(by=eval(open("notes.txt").read()))
def mean():
    pass
