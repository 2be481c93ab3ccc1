# reaches: eval applied as a decorator to the result of another one
def text_of(function):
    return open("notes.txt").read()
@eval
@text_of
def report():
    return 0
