# reaches: type(self)() makes the object that a library gets
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
    def again(self):
        return type(self)()
p = Pol()
p.header_store_parse('a', 'sales.csv')
m = Message()
m.policy = p.again()
m['Subject'] = '/srv/secret.txt'
