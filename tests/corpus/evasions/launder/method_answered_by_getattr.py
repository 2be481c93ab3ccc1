# reaches: __getattr__ gives the method that a thread runs
import threading
class S:
    def a(self, path): print(open(path).read())
    def __getattr__(self, n): return self.a
s = S(); s.a('sales.csv')
t = threading.Thread(target=s.other, args=('/srv/secret.txt',)); t.start(); t.join()
