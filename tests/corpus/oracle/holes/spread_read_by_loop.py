# reaches: a file by a changed name, the values of a spread dictionary
base = {"path": "/srv/secret.txt"}
job = {"name": "sales.csv", **base}
for path in job.values():
    print(open(path).read())
