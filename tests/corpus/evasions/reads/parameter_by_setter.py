# reaches: a property's setter receives the path
class R:
    @property
    def path(self):
        return None
    @path.setter
    def path(self, value="sales.csv"):
        print(open(value).read())
R().path = "/srv/secret.txt"
