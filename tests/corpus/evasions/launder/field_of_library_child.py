# reaches: a field that a library's parent class calls
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class M(Message):
    def __init__(self):
        super().__init__()
        self.policy = Pol()
        self.policy.header_store_parse('a', 'sales.csv')
m = M()
m['Subject'] = '/srv/secret.txt'
