# reaches: the class cell calls a method with a path
class Reader:
    def show(self, path):
        print(open(path).read())

    def go(self):
        __class__.show(self, '/srv/secret.txt')


r = Reader()
r.show('rows.csv')
r.go()
