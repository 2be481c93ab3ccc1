# reaches: a pool out of a list is of the file, and calls what it gets with more
class S:
    def __init__(self): self.n = 1
    def show(self, path): print(open(path).read())
s = S(); s.show('sales.csv')
class P:
    def submit(self, fn, path): fn('/srv/secret.txt')
box = [P()]
box.append(1)
box[0].submit(s.show, 'sales.csv')
