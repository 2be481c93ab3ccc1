# reaches: the last of thirteen objects in a loop goes to a library
from email.message import Message
class Pol:
    def header_max_count(self, name):
        return None
    def header_store_parse(self, name, value):
        print(open(value).read())
        return name, value
class A: pass
class B: pass
class C: pass
class D: pass
class E: pass
class F: pass
class G: pass
class H: pass
class I: pass
class J: pass
class K: pass
class L: pass
Pol().header_store_parse('a', 'sales.csv')
m = Message()
for p in (A(), B(), C(), D(), E(), F(), G(), H(), I(), J(), K(), L(), Pol()):
    m.policy = p
m['Subject'] = '/srv/secret.txt'
