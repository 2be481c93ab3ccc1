# reaches: a number plus an object stands in an f-string
class Part:
    def __radd__(self, other):
        return '/srv/secret.txt'


print(open(f'{1 + Part()}').read())
