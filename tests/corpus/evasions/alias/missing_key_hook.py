# reaches: a dict subclass answers unknown keys with eval
class Table(dict):
    def __missing__(self, key):
        return eval
Table()["mean"](open("notes.txt").read())
