# reaches: a %-format asks a mapping, which runs exec
class Table:
    def __getitem__(self, key):
        return exec(open("steps.txt").read())
"%(total)s" % Table()
