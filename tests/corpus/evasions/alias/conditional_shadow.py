# reaches: the shadow of eval is bound on a branch that is never taken
def work(flag):
    return eval(open("notes.txt").read())
if not "data":
    eval = len
work(1)
