# reaches: __setattr__ gets the object that is put into a field
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class H:
    def __setattr__(self, k, v):
        m = Message()
        m.policy = v
        m['Subject'] = '/srv/secret.txt'
    def go(self):
        self.d = Pol()
Pol().header_store_parse('a', 'sales.csv')
H().go()
