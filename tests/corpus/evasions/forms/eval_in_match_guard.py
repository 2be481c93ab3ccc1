# reaches: eval in the guard of a match
match 1:
    case n if eval(open("notes.txt").read()):
        pass
