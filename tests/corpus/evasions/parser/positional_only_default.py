# reaches: a default behind a positional-only marker
def total(text, /, how=eval, *, deep=True):
    return how(text)
total(open("notes.txt").read())
