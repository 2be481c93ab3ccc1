# reaches: a class pattern reads __self__ of a builtin
match len:
    case object(__self__=owner):
        owner.eval(open("notes.txt").read())
