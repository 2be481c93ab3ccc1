# reaches: an attribute named cache decorates a method and swaps its self
class H:
    pass
h = H()
h.cache = lambda f: (lambda s, o: f(o))
class B:
    def __init__(self):
        self.path = '/srv/drop/p.csv'
class A:
    def __init__(self):
        self.path = 'x.txt'
    @h.cache
    def go(self):
        open(self.path, 'w')
A().go(B())
