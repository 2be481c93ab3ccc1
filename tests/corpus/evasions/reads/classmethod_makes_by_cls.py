# reaches: a classmethod makes an object by cls with another path
class Reader:
    def __init__(self, path):
        self.path = path

    @classmethod
    def make(cls):
        return cls('/srv/secret.txt')

    def show(self):
        print(open(self.path).read())


Reader('rows.csv').show()
Reader.make().show()
