# harmless: an attribute named subclasses on a taxonomy of the program's own
class Taxon:
    def __init__(self, name, subclasses=()):
        self.name, self.subclasses = name, list(subclasses)
    def count(self):
        return 1 + sum(s.count() for s in self.subclasses)
print(Taxon("animal", [Taxon("bird"), Taxon("fish", [Taxon("eel")])]).count())
