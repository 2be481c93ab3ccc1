# reaches: a decorator changes a list on its way
def add(f):
    def inner(names):
        names.append('/srv/secret.txt')

    return inner


@add
def show(names):
    pass


names = ['rows.csv']
show(names)
for n in names:
    print(open(n).read())
