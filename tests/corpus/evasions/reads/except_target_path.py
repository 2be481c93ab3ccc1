# reaches: an exception's argument is the path
try:
    raise KeyError("/srv/secret.txt")
except KeyError as e:
    path = "sales.csv" if not e.args else e.args[0]
    print(open(path).read())
