# reaches: getattr takes the object that a library gets out of a field
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class H:
    def __init__(self):
        self.p = Pol()
Pol().header_store_parse('a', 'sales.csv')
m = Message()
m.policy = getattr(H(), 'p')
m['Subject'] = '/srv/secret.txt'
