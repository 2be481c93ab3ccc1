# reaches: a with statement binds an attribute of a library's object
from email.message import Message
class Pol:
    def __enter__(self):
        return self
    def __exit__(self, *a):
        return None
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
Pol().header_store_parse('a', 'sales.csv')
m = Message()
with Pol() as m.policy:
    m['Subject'] = '/srv/secret.txt'
