# reaches: a walrus rebinds the path
path = "sales.csv"
if (path := "/srv/" + open("sales.csv").read()[:0] + "secret.txt"):
    print(open(path).read())
