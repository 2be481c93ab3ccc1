# reaches: a prefix is answered by __radd__
class Part:
    def __radd__(self, other):
        return '__globals__'


def f():
    pass


g = getattr(f, 'item_' + Part())
print(g['__builtins__'].open('/srv/secret.txt').read())
