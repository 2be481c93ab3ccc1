# reaches: a property gives a list that is changed
class Report:
    def __init__(self):
        self._paths = ["sales.csv"]

    @property
    def paths(self):
        return self._paths


r = Report()
r.paths[0] = "/srv/secret.txt"
print(open(r.paths[0]).read())
