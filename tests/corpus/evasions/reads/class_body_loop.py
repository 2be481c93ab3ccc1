# reaches: a class body's loop binds its variable
class Reader:
    path = 'rows.csv'
    for path in ['/srv/secret.txt']:
        pass

    def show(self):
        print(open(self.path).read())


Reader().show()
