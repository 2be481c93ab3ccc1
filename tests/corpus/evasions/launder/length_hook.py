# reaches: truth asks an object for its length, which runs exec
class Rows:
    __len__ = lambda self: exec(open("steps.txt").read()) or 0
if Rows():
    pass
