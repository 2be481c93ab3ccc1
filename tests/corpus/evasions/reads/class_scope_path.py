# reaches: a class body's path hides the module's
path = "sales.csv"
class A:
    path = "/srv/secret.txt"
    print(open(path).read())
