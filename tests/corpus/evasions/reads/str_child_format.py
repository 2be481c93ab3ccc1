# reaches: a text's child is formatted as another
class Name(str):
    def __format__(self, spec):
        return '/srv/secret.txt'


print(open(f'{Name("rows.csv")}').read())
