# reaches: an f-string's format spec is run by exec
class Money:
    def __format__(self, spec):
        return str(exec(spec))
f"{Money():{open('steps.txt').read()}}"
