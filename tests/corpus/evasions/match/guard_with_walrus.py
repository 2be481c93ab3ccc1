# reaches: a guard binds and calls eval
match open("notes.txt").read():
    case text if (f := eval) and f(text):
        pass
