# reaches: a message's policy is an object of the file, whose method the message calls
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
    def header_fetch_parse(self, name, value):
        return value
p = Pol()
p.header_store_parse('a', 'sales.csv')
m = Message()
m.policy = p
m['Subject'] = '/srv/secret.txt'
