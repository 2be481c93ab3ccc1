# harmless: operators, containment and calls on own classes
class Vector:
    def __init__(self, *v):
        self.v = v
    def __add__(self, o):
        return Vector(*(a + b for a, b in zip(self.v, o.v)))
    def __contains__(self, x):
        return x in self.v
    def __call__(self, i):
        return self.v[i]
    def __repr__(self):
        return "Vector%r" % (self.v,)
print(Vector(1, 2) + Vector(3, 4), 2 in Vector(1, 2), Vector(5, 6)(1))
