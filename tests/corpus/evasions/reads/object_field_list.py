# reaches: a list in a field is changed from outside
class Report:
    def __init__(self):
        self.paths = ["sales.csv"]


r = Report()
r.paths.append("/srv/secret.txt")
print(open(r.paths[1]).read())
