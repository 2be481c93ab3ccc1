# harmless: a class of the program's own has a method named query
class Index:
    def __init__(self, rows):
        self.rows = rows
    def query(self, text):
        return [r for r in self.rows if text in r]
print(Index(["north sea", "south bay"]).query("sea"))
