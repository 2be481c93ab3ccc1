# reaches: a dictionary of paths is merged with another
FILES = {"a": "sales.csv", **dict(b="/srv/secret.txt")}
print(open(FILES["b"]).read())
