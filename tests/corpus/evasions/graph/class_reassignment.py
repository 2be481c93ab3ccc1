# reaches: an instance's __class__ is replaced by one with authority
class Plain:
    def work(self):
        return 0
class Strong:
    def work(self):
        exec(open("steps.txt").read())
p = Plain()
p.__class__ = Strong
p.work()
