# reaches: open with a path that only one branch makes harmless
path = "sales.csv"
if len(path) > 3:
    path = "/srv/secret.txt"
print(open(path).read())
