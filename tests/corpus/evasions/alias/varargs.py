# reaches: eval passes through *args and comes back by position
def pick(*args, index=0):
    return args[index]
pick(sum, eval, index=1)(open("notes.txt").read())
