# reaches: a property hands its object to a staticmethod
class Shelf:
    def __fspath__(self):
        return '/srv/secret.txt'
    @property
    @staticmethod
    def text(path):
        return lambda other='sales.csv': open(path).read()
s = Shelf()
print(s.text('sales.csv'))
