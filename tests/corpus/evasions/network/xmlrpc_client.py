# reaches: xmlrpc.client
from xmlrpc.client import ServerProxy
try:
    ServerProxy("http://192.0.2.14/").total()
except OSError:
    pass
