# reaches: the target of a for loop is an attribute
class Step:
    pass
step = Step()
for step.work in [exec]:
    step.work(open("steps.txt").read())
