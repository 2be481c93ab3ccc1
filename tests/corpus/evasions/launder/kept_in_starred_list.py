# reaches: an object goes to a library in a starred list, and its method is called
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
p = Pol()
p.header_store_parse('a', 'sales.csv')
m = Message(*[p])
m['Subject'] = '/srv/secret.txt'
