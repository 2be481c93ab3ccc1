# reaches: a class's list is changed by an object that came from somewhere
class Holder:
    names = ['rows.csv']

    def show(self):
        for n in self.names:
            print(open(n).read())


def add(h):
    h.names.append('/srv/secret.txt')


list(map(add, [Holder()]))
Holder().show()
