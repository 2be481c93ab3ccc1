# reaches: what looks like a type alias is an assignment to an attribute of a class
class A:
    pass
a = A()
type (a).f = eval
A.f(open("notes.txt").read())
