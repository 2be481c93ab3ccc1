class Entry:
    def __init__(self, name, size=0, children=()):
        self.name = name
        self.own = size
        self.children = list(children)

    def walk(self, depth=0):
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    @property
    def total(self):
        return self.own + sum(c.total for c in self.children)


catalogue = Entry("library", children=[
    Entry("fiction", children=[Entry("novels", 420), Entry("poems", 35)]),
    Entry("science", 12, [Entry("physics", 88), Entry("biology", 140, [Entry("botany", 60)])]),
    Entry("maps", 17),
])

for depth, entry in catalogue.walk():
    label = "  " * depth + entry.name
    print(f"{label:<16} {entry.total:>5}")

largest = max((e for _, e in catalogue.walk() if not e.children), key=lambda e: e.total)
print("largest leaf:", largest.name)
print("depth:", max(d for d, _ in catalogue.walk()))
