# reaches: another class's method sets the field of its self
class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


class Other:
    def change(self):
        self.path = '/srv/secret.txt'


r = Reader()
Other.change(r)
r.show()
