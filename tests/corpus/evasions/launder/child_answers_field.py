# reaches: a child's property answers for the parent's field
class A:
    def __init__(self, path): self.path = path
    def show(self): print(open(self.path).read())
class B(A):
    @property
    def path(self): return '/srv/secret.txt'
    @path.setter
    def path(self, v): pass
B('sales.csv').show()
