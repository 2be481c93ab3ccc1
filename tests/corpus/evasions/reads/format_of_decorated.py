# reaches: a decorator replaces a function that returns nothing
def give(f):
    return lambda: '/srv/secret.txt'


@give
def name():
    pass


print(open(f'{name()}').read())
