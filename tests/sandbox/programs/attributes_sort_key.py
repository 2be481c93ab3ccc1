# a key function that is called from C -- violation
# with: guard attributes rule=attribute.dunder
class Key:
    def __init__(self, name):
        self.name = name

    def __lt__(self, other):
        return getattr(int, self.name) is None

print("ESCAPED", sorted([Key("__sub" + "classes__"), Key("__mro__")]))
