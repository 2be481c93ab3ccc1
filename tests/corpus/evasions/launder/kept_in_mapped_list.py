# reaches: map hands an object to a library's class
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
p = Pol()
p.header_store_parse('a', 'sales.csv')
for m in map(Message, [p]):
    m['Subject'] = '/srv/secret.txt'
