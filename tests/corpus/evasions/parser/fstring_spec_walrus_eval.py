# reaches: a format spec that looks like a named expression evaluates a field
class Cell:
    def __format__(self, spec):
        return spec
row = Cell()
f"{row:={eval(open('notes.txt').read())}}"
