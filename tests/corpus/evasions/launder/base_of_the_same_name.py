# reaches: a base within a function has the name of another class
from html.parser import HTMLParser
class A: pass
def f():
    class A(HTMLParser): pass
    class B(A):
        def handle_data(self, data): print(open(data).read())
    return B()
b = f()
b.handle_data('sales.csv')
b.feed('/srv/secret.txt'); b.close()
