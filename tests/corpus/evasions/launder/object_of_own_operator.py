# reaches: an operator gives the object that a library gets
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
    def __neg__(self):
        return self
Pol().header_store_parse('a', 'sales.csv')
m = Message()
m.policy = -Pol()
m['Subject'] = '/srv/secret.txt'
