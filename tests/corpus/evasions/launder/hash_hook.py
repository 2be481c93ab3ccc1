# reaches: a set asks an object for its hash, which runs exec
class Key:
    def __hash__(self):
        exec(open("steps.txt").read())
        return 1
{Key()}
