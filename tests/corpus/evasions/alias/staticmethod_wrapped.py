# reaches: exec wrapped as a static method
class Tools:
    clean = staticmethod(exec)
Tools().clean(open("steps.txt").read())
