# reaches: a parameter that is a pool by default gets another
from concurrent.futures import ThreadPoolExecutor
class Own:
    def submit(self, fn, p): fn('/srv/secret.txt')
def show(path): print(open(path).read())
def go(pool=ThreadPoolExecutor()): pool.submit(show, 'sales.csv')
go(); go(Own())
