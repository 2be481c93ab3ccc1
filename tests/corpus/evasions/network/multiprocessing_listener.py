# reaches: multiprocessing.connection.Listener
from multiprocessing.connection import Listener
Listener(("127.0.0.1", 0)).close()
