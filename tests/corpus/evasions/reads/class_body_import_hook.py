# reaches: a class variable bound by an exception's argument
class Reader:
    try:
        raise ValueError('/srv/secret.txt')
    except ValueError as path:
        name = path.args[0]

    def show(self):
        print(open(self.name).read())


Reader().show()
