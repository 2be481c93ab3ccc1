# reaches: what abs gives stands in an f-string
class Part:
    def __abs__(self):
        return '/srv/secret.txt'


print(open(f'{abs(Part())}').read())
