# reaches: an object makes another by self.__class__
class Reader:
    def __init__(self, path):
        self.path = path

    def next(self):
        return self.__class__('/srv/secret.txt')

    def show(self):
        print(open(self.path).read())


Reader('rows.csv').next().show()
