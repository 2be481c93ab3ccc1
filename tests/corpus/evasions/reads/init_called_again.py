# reaches: __init__ is called again by super in a mixin
class Reader:
    def __init__(self, path):
        self.path = path

    def show(self):
        print(open(self.path).read())


class Mixin:
    def __init__(self, path):
        super().__init__('/srv/secret.txt')


class Other(Mixin, Reader):
    pass


Reader('rows.csv').show()
Other('rows.csv').show()
