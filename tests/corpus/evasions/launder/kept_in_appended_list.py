# reaches: an object comes back from a list that it was appended to
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
p = Pol()
p.header_store_parse('a', 'sales.csv')
box = []
box.append(p)
m = Message(box[0])
m['Subject'] = '/srv/secret.txt'
