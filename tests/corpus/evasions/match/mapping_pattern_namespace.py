# reaches: a mapping pattern takes eval out of a namespace
match vars(__builtins__):
    case {"eval": work}:
        work(open("notes.txt").read())
