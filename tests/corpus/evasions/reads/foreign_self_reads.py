# reaches: a method is called with an object of another class
class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


class Other:
    def __init__(self):
        self.path = '/srv/secret.txt'


Reader().show()
Reader.show(Other())
