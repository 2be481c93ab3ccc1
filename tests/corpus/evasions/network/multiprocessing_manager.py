# reaches: a remote manager
from multiprocessing.managers import BaseManager
try:
    BaseManager(("127.0.0.1", 9), b"k").connect()
except OSError:
    pass
