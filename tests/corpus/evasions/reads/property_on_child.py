# reaches: a child gives its parent's property another answer
class Report:
    @property
    def path(self):
        return "sales.csv"

    def read(self):
        return open(self.path).read()


class Other(Report):
    @property
    def path(self):
        return "/srv/secret.txt"


print(Other().read())
