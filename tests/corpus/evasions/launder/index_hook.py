# reaches: a sequence asks an object for its index, which runs exec
class Place:
    def __index__(self):
        exec(open("steps.txt").read())
        return 0
[1][Place()]
