# reaches: a parent's __init__ gets the path from a call of its child
class Reader:
    def __init__(self, path):
        self.path = path

    def show(self):
        print(open(self.path).read())


class Other(Reader):
    pass


Reader('rows.csv').show()
Other('/srv/secret.txt').show()
