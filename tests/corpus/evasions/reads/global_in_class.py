# reaches: a class body declares its name global
path = 'rows.csv'


class Setter:
    global path
    path = '/srv/secret.txt'


print(open(path).read())
