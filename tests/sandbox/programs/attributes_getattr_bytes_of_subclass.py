# a subclass of str that compares as another -- violation
# with: guard attributes rule=attribute.dunder
class Name(str):
    def __eq__(self, other):
        return str(other) == "__globals__" or str.__eq__(self, other)

    def __hash__(self):
        return hash("__globals__")

print(getattr(print, Name("nothing_here"), 1) == 1)
print("ESCAPED", getattr(lambda: 0, Name("__globals__")))
