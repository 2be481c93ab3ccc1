# reaches: Class[...] makes an object with a path
class Reader:
    def __init__(self, path):
        self.path = path

    def __class_getitem__(cls, path):
        return cls(path)

    def show(self):
        print(open(self.path).read())


Reader('rows.csv').show()
Reader['/srv/secret.txt'].show()
