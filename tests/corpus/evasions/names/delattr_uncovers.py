# reaches: delattr on a shadowing instance attribute uncovers the class's
class Step:
    run = staticmethod(eval)
step = Step()
step.run = len
delattr(step, "run")
step.run(open("notes.txt").read())
