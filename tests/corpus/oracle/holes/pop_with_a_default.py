# reaches: a file by a default, which pop gives
d = {"a": "sales.csv"}
print(open(d.pop("k", "/srv/secret.txt")).read())
