# reaches: agg of the program's own class keeps the list
class Keeper:
    def __init__(self):
        self.kept = []
    def agg(self, items):
        self.kept.append(items)
keeper = Keeper()
names = ["sales.csv"]
keeper.agg(names)
keeper.kept[0].append("/srv/secret.txt")
for name in names:
    print(open(name).read())
