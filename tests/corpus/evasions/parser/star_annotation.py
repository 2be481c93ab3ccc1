# reaches: a starred annotation of *args evaluates eval
def f(*args: *[eval(open("notes.txt").read())]):
    pass
