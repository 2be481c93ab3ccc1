# reaches: a class's base has become a library's class
from html.parser import HTMLParser
class A: pass
A = HTMLParser
class B(A):
    def handle_data(self, data): print(open(data).read())
b = B()
b.handle_data('sales.csv')
b.feed('/srv/secret.txt'); b.close()
