# reaches: eval as a yielded value
def rows():
    yield eval(open("notes.txt").read())
next(rows())
