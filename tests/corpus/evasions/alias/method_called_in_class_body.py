# reaches: a class's own statements call its method with another object
class A:
    def __init__(self):
        self.path = 'x.txt'
    def go(self):
        open(self.path, 'w')
a = A()
class B:
    def m(self):
        self.path = '/srv/drop/p.csv'
    m(a)
a.go()
