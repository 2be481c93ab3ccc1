# reaches: an or-pattern binds eval in its second half
match (2, eval):
    case (1, work) | (2, work):
        work(open("notes.txt").read())
