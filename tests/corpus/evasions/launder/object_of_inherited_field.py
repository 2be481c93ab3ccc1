# reaches: an object comes out of a field that a child inherits
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
Pol().header_store_parse('a', 'sales.csv')
class Box:
    def __init__(self):
        self.p = Pol()
class Child(Box):
    pass
m = Message()
m.policy = Child().p
m['Subject'] = '/srv/secret.txt'
