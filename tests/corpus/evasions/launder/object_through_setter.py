# reaches: a property's setter gets the object that is put into a field
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class H:
    @property
    def p(self):
        return 1
    @p.setter
    def p(self, v):
        self.m = Message()
        self.m.policy = v
        self.m['Subject'] = '/srv/secret.txt'
    def go(self):
        self.p = Pol()
Pol().header_store_parse('a', 'sales.csv')
H().go()
