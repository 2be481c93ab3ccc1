# reaches: a loop binds an attribute of a library's object
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
Pol().header_store_parse('a', 'sales.csv')
m = Message()
for m.policy in [Pol()]:
    m['Subject'] = '/srv/secret.txt'
