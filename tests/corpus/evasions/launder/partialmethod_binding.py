# reaches: functools.partialmethod binds exec as a method
from functools import partialmethod
class Steps:
    def go(self, f, text):
        f(text)
    run = partialmethod(go, exec)
Steps().run(open("steps.txt").read())
