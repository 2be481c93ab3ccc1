# reaches: a dict is merged in place
files = {"in": "sales.csv"}
files |= {"in": "/srv/secret.txt"}
print(open(files["in"]).read())
