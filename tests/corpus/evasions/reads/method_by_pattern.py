# reaches: a class pattern takes a bound method
class Reader:
    def show(self, path):
        print(open(path).read())


r = Reader()
r.show('rows.csv')
match r:
    case Reader(show=f):
        f('/srv/secret.txt')
