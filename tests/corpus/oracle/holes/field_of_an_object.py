# reaches: a file by a changed name, an item set through a container that a field holds
class Jobs:
    def __init__(self, names):
        self.kept = {}
        entry = {"names": names}
        self.kept["a"] = entry

    def change(self):
        self.kept["a"]["names"][0] = "/srv/secret.txt"


names = ["sales.csv"]
Jobs(names).change()
print(open(names[0]).read())
