# reaches: what + makes of two objects stands in an f-string
class Part:
    def __add__(self, other):
        return '/srv/secret.txt'


print(open(f'{Part() + Part()}').read())
