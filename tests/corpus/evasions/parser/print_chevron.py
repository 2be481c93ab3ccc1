# reaches: what looks like a Python 2 print statement is a shift that hands over print
class Out:
    def __rrshift__(self, f):
        f.__self__.eval(open("notes.txt").read())
print >>Out(), "rows"
