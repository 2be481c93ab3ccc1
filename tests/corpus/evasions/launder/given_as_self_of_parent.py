# reaches: print gets self of a parent, which is a child
class A:
    def go(self): print('/srv/secret.txt', file=self)
class B(A):
    def write(self, text):
        if len(text) > 1: print(open(text).read())
b = B()
b.write('sales.csv')
b.go()
