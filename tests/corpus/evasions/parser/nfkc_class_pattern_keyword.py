# reaches: a match pattern keyword in fullwidth letters
match len:
    case object(__ｓelf__=owner):
        owner.eval(open("notes.txt").read())
