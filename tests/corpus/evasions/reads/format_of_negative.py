# reaches: what a minus gives stands in an f-string
class Part:
    def __neg__(self):
        return '/srv/secret.txt'


print(open(f'{-Part()}').read())
