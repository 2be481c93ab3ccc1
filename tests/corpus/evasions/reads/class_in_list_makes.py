# reaches: a class in a list makes an object
class Reader:
    def __init__(self, path):
        self.path = path

    def show(self):
        print(open(self.path).read())


Reader('rows.csv').show()
for kind in (Reader,):
    kind('/srv/secret.txt').show()
