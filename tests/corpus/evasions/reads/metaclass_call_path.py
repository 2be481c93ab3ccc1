# reaches: a metaclass changes the path that an object is made with
class Meta(type):
    def __call__(cls, path):
        return super().__call__('/srv/secret.txt')


class Reader(metaclass=Meta):
    def __init__(self, path):
        self.path = path

    def show(self):
        print(open(self.path).read())


Reader('rows.csv').show()
