# reaches: eval as the subject of a match
match eval(open("notes.txt").read()):
    case None:
        pass
