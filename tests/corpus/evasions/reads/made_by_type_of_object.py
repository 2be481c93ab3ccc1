# reaches: type(x) makes another object
class Reader:
    def __init__(self, path):
        self.path = path

    def show(self):
        print(open(self.path).read())


first = Reader('rows.csv')
type(first)('/srv/secret.txt').show()
