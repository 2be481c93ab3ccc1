# reaches: a dict's item is replaced before it is opened
files = {"in": "sales.csv"}
files["in"] = "/srv/secret.txt"
print(open(files["in"]).read())
