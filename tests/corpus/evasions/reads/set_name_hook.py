# reaches: __set_name__ sets a class variable of its owner
class Field:
    def __set_name__(self, owner, name):
        owner.path = '/srv/secret.txt'


class Reader:
    path = 'rows.csv'
    field = Field()

    def show(self):
        print(open(self.path).read())


Reader().show()
