# reaches: __match_args__ hands out a method by place
class Reader:
    __match_args__ = ('show',)

    def show(self, path):
        print(open(path).read())


r = Reader()
r.show('rows.csv')
match r:
    case Reader(f):
        f('/srv/secret.txt')
