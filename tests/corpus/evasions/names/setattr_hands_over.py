# reaches: setattr stores exec under a harmless name
class Step:
    pass
setattr(Step, "work", staticmethod(exec))
Step.work(open("steps.txt").read())
