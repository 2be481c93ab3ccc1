# reaches: a shift operator applies exec
class Pipe:
    def __init__(self, f):
        self.f = f
    def __rrshift__(self, text):
        return self.f(text)
open("steps.txt").read() >> Pipe(exec)
