# reaches: a dict's values are walked after setdefault
files = {"in": "sales.csv"}
files.setdefault("b", "/srv/secret.txt")
for f in files.values():
    print(open(f).read())
