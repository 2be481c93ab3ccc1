# reaches: a dict is updated before its item is opened
files = {"in": "sales.csv"}
files.update(**{"in": "/srv/secret.txt"})
print(open(files["in"]).read())
