# reaches: a file by a changed name, a key that only the spread dictionary has
base = {"path": "/srv/secret.txt"}
job = {"path": "sales.csv", **base}
print(open(job["path"]).read())
