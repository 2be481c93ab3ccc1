# reaches: what < gives stands in an f-string
class Part:
    def __lt__(self, other):
        return '/srv/secret.txt'


print(open(f'{Part() < 1}').read())
