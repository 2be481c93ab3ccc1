# reaches: a class's __bases__ are replaced
class Root:
    pass
class A(Root):
    pass
class B(Root):
    def work(self):
        exec(open("steps.txt").read())
A.__bases__ = (B,)
A().work()
