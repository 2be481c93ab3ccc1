# reaches: what round gives stands in an f-string
class Part:
    def __round__(self):
        return '/srv/secret.txt'


print(open(f'{round(Part())}').read())
