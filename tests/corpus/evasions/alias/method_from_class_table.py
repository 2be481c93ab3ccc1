# reaches: a method out of its class's list gets an object of another class for self
class B:
    def m(self):
        self.path = '/srv/drop/p.csv'
    table = [m]
class A:
    def __init__(self):
        self.path = 'x.txt'
    def go(self):
        open(self.path, 'w')
a = A()
B.table[0](a)
a.go()
