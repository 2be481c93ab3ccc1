# reaches: a class within a class that a library's parent class calls
from email.message import Message
class M(Message):
    class policy:
        @staticmethod
        def header_max_count(name):
            return None
        @staticmethod
        def header_store_parse(name, value):
            print(open(value).read())
            return name, value
    def __init__(self):
        self._headers = []
M.policy.header_store_parse('a', 'sales.csv')
m = M()
m['Subject'] = '/srv/secret.txt'
