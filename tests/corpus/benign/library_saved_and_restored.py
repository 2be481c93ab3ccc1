# Objects in lists and dictionaries whose classes save to and restore from files that callers name.
import json


class Shelf:
    def __init__(self, name):
        self.name = name
        self.books = {}

    def add(self, title, year):
        self.books[title] = year
        return self

    def save(self, path):
        with open(path, "w", encoding="utf-8") as out:
            json.dump({"name": self.name, "books": self.books}, out)

    def export(self, path, sep=";"):
        with open(path, "w", encoding="utf-8") as out:
            for title, year in sorted(self.books.items()):
                out.write(f"{title}{sep}{year}\n")

    @classmethod
    def load(cls, path):
        with open(path, encoding="utf-8") as source:
            state = json.load(source)
        made = cls(state["name"])
        made.books.update(state["books"])
        return made

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as source:
            return [line.strip().split(";") for line in source]

    def halves(self):
        early, late = Shelf(self.name + " early"), Shelf(self.name + " late")
        for title, year in self.books.items():
            (early if year < 1900 else late).add(title, year)
        return early, late


classics = Shelf("classics").add("Emma", 1815).add("Dune", 1965).add("Persuasion", 1817)
shelves = [classics, *classics.halves()]
classics.save("classics.json")
classics.export("classics.csv")
again = Shelf.load("classics.json")
print([(shelf.name, len(shelf.books)) for shelf in shelves])
print(again.books == classics.books, Shelf.read("classics.csv"))
