# reaches: a generator yields an object to a library
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
def gen():
    yield Pol()
Pol().header_store_parse('a', 'sales.csv')
for p in gen():
    m = Message(p)
    m['Subject'] = '/srv/secret.txt'
