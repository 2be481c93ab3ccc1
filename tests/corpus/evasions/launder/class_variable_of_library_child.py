# reaches: a class variable that a library's parent class calls
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class M(Message):
    policy = Pol()
    def __init__(self):
        self._headers = []
M.policy.header_store_parse('a', 'sales.csv')
m = M()
m['Subject'] = '/srv/secret.txt'
