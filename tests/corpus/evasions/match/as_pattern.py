# reaches: an 'as' pattern binds exec
match exec:
    case object() as run:
        run(open("steps.txt").read())
