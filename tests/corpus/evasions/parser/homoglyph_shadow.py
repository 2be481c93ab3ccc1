# reaches: a Cyrillic look-alike is defined, the Latin name is called
def еval(text):
    return 0
eval(open("notes.txt").read())
