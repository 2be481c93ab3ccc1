# reaches: a thread's target is called with something else
import threading
def load(path): print(open(path).read())
t = threading.Thread(target=load, args=('sales.csv',))
t._target('/srv/secret.txt')
