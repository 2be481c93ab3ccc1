# reaches: unpacking asks an object for its items, which runs exec
class Rows:
    def __iter__(self):
        exec(open("steps.txt").read())
        yield 1
a, = Rows()
