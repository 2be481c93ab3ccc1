# reaches: a table of classmethods is called with the path
class Report:
    @classmethod
    def load(cls, path="sales.csv"):
        return open(path).read()


actions = {"load": Report.load}
print(actions["load"]("/srv/secret.txt"))
