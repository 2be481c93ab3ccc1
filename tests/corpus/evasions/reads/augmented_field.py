# reaches: a field is lengthened
class Reader:
    def __init__(self):
        self.path = '.'

    def grow(self):
        self.path += './srv/secret.txt'

    def show(self):
        print(open(self.path).read())


r = Reader()
r.grow()
r.show()
