# reaches: a thread's arguments are changed before it starts
import threading
def load(path): print(open(path).read())
t = threading.Thread(target=load, args=('sales.csv',))
t._args = ('/srv/secret.txt',)
t.start(); t.join()
