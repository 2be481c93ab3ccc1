# reaches: a class body's exception name vanishes and the module's path is meant
path = "/srv/secret.txt"
class A:
    path = "sales.csv"
    try:
        raise KeyError
    except KeyError as path:
        pass
    print(open(path).read())
