# reaches: a decorator puts another class in place
def other(cls):
    class Other(cls):
        path = '/srv/secret.txt'

    return Other


@other
class Reader:
    path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


Reader().show()
