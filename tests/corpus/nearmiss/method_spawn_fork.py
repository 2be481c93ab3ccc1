# harmless: a population model has methods named spawn, fork and kill
class Colony:
    def __init__(self):
        self.size = 1
    def spawn(self, n):
        self.size += n
    def fork(self):
        half = Colony()
        half.size = self.size // 2
        self.size -= half.size
        return half
    def kill(self, n):
        self.size -= n
c = Colony()
c.spawn(9)
d = c.fork()
d.kill(2)
print(c.size, d.size)
