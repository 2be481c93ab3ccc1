# reaches: a child's __getattribute__ answers for the field
class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


class Other(Reader):
    def __getattribute__(self, name):
        return '/srv/secret.txt' if name == 'path' else super().__getattribute__(name)


Other().show()
