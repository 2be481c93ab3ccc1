# reaches: a property is bound anew on the class
class Report:
    @property
    def path(self):
        return "sales.csv"


Report.path = "/srv/secret.txt"
print(open(Report().path).read())
