# reaches: a property's setter stores another path
class Reader:
    @property
    def path(self):
        return self.held

    @path.setter
    def path(self, value):
        self.held = '/srv/' + value

    def show(self):
        print(open(self.path).read())


r = Reader()
r.path = 'secret.txt'
r.show()
