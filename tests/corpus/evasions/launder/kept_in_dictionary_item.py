# reaches: an object comes back from a dictionary's item
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
d = {}
d['x'] = Pol()
d['x'].header_store_parse('a', 'sales.csv')
m = Message(d['x'])
m['Subject'] = '/srv/secret.txt'
