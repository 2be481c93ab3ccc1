# reaches: a method stored in a dictionary
class Reader:
    def show(self, path):
        print(open(path).read())


r = Reader()
r.show('rows.csv')
{'a': r.show}['a']('/srv/secret.txt')
