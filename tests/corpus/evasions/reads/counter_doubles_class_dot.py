# reaches: a class variable that is a dot is doubled in an object
class Report:
    folder = "."

    def __init__(self, plain):
        if plain:
            self.folder = 1

    def climb(self):
        self.folder *= 2

    def read(self):
        return open(f"{self.folder}/srv/secret.txt").read()


r = Report(False)
r.climb()
print(r.read())
