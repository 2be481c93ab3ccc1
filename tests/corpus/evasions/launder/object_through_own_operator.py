# reaches: a method behind an operator gets the object
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class H:
    def __contains__(self, v):
        m = Message()
        m.policy = v
        m['Subject'] = '/srv/secret.txt'
Pol().header_store_parse('a', 'sales.csv')
Pol() in H()
