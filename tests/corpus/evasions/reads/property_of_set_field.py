# reaches: a property reads a field that is set from outside
class Report:
    def __init__(self):
        self.folder = "."

    @property
    def path(self):
        return f"{self.folder}/secret.txt"


r = Report()
r.folder = "/srv"
print(open(r.path).read())
