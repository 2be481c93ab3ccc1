# reaches: a name is deleted in a class body and means the module's again
path = "/srv/secret.txt"
class A:
    path = "sales.csv"
    del path
    print(open(path).read())
