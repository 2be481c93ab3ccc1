# reaches: a descriptor's __get__ hands out exec
class Lazy:
    def __get__(self, owner, kind):
        return exec
class Sheet:
    cell = Lazy()
Sheet().cell(open("steps.txt").read())
