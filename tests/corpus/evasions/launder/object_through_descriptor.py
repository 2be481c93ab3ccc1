# reaches: a descriptor of a class gets the object that is put into a field
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class D:
    def __set__(self, o, v):
        m = Message()
        m.policy = v
        m['Subject'] = '/srv/secret.txt'
class H:
    d = D()
    def go(self):
        self.d = Pol()
Pol().header_store_parse('a', 'sales.csv')
H().go()
