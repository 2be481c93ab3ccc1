# reaches: a number class adds to a path
class Step:
    def __radd__(self, other):
        return "/srv/secret"


n = 1
n += Step()
print(open(f"{n}.txt").read())
