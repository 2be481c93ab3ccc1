# reaches: a private attribute inside a class is read under its mangled name
class Box:
    pass
class Row:
    def fill(self, box):
        box.__f = eval
box = Box()
Row().fill(box)
box._Row__f(open("notes.txt").read())
