# reaches: a file by a default among spread arguments
d = {"a": "sales.csv"}
print(open(d.get(*("k", "/srv/secret.txt"))).read())
