# reaches: eval in the annotation of a return value
def mean() -> eval(open("notes.txt").read()):
    return 0
