# a subclass of str has nothing but its text -- violation
# with: guard attributes rule=attribute.dunder
class Name(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash("__code__")

    def __str__(self):
        return "x"

def f():
    pass

found = getattr(f, Name("x"), None)
if found is not None:
    print("ESCAPED", found)
getattr(f, Name("__code__"))
