# reaches: a descriptor stands where the class variable is
class Field(str):
    def __get__(self, owner, kind):
        return '/srv/secret.txt'


class Reader:
    path = Field('rows.csv')

    def show(self):
        print(open(self.path).read())


Reader().show()
