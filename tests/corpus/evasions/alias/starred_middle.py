# reaches: eval collected by the starred middle of an unpacking
head, *rest, tail = 1, len, eval, 2
rest[-1](open("notes.txt").read())
