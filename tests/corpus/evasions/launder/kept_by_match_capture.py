# reaches: a pattern captures an object for a library
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
Pol().header_store_parse('a', 'sales.csv')
m = Message()
match Pol():
    case p:
        m.policy = p
m['Subject'] = '/srv/secret.txt'
