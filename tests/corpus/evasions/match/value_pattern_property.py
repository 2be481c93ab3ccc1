# reaches: a value pattern reads a property that runs exec
class Steps:
    @property
    def north(self):
        return exec(open("steps.txt").read())
s = Steps()
match None:
    case s.north:
        pass
