# reaches: a property of a path has a setter
class Report:
    def __init__(self):
        self._path = "sales.csv"

    @property
    def path(self):
        return self._path

    @path.setter
    def path(self, text):
        self._path = text


r = Report()
r.path = "/srv/secret.txt"
print(open(r.path).read())
