# reaches: a property returns exec
class Row:
    @property
    def total(self):
        return exec
Row().total(open("steps.txt").read())
