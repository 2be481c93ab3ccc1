# reaches: a class out of a list gives a method that a pool calls
class S:
    def __init__(self): self.n = 1
    def show(self, path): print(open(path).read())
s = S(); s.show('sales.csv')
from concurrent.futures import ThreadPoolExecutor
C = [S]
C.append(1)
with ThreadPoolExecutor() as ex: ex.submit(C[0].show, s, '/srv/secret.txt')
