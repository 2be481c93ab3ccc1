# reaches: getattr takes a method of the file's own by its name
class Reader:
    def show(self, path):
        print(open(path).read())


r = Reader()
r.show('rows.csv')
getattr(r, 'show')('/srv/secret.txt')
