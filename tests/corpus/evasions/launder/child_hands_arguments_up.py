# reaches: a child hands whatever it gets to its parent
class A:
    def __init__(self, path): self.path = path
    def show(self): print(open(self.path).read())
class B(A):
    def __init__(self, *a, **k): super().__init__(*a, **k)
A('sales.csv').show()
B('/srv/secret.txt').show()
