# reaches: a library calls a method of its class's grandchild
from html.parser import HTMLParser
class A(HTMLParser): pass
class B(A):
    def handle_data(self, data): print(open(data).read())
b = B()
b.handle_data('sales.csv')
b.feed('/srv/secret.txt'); b.close()
