# reaches: a number's child is shown as a path
class Number(int):
    def __format__(self, spec):
        return '/srv/secret.txt'


def number():
    return Number(1)


print(open(f'{number()}').read())
