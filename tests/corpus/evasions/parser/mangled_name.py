# reaches: a private name inside a class means the mangled global
_Row__run = eval
class Row:
    def total(self):
        return __run(open("notes.txt").read())
Row().total()
