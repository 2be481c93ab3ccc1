# reaches: __init_subclass__ sets a class variable of the child
class Reader:
    path = 'rows.csv'

    def __init_subclass__(cls, path):
        cls.path = path

    def show(self):
        print(open(self.path).read())


class Other(Reader, path='/srv/secret.txt'):
    pass


Other().show()
