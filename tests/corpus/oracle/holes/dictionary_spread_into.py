# reaches: a file by a changed name, a dictionary is spread into another one
def load(row):
    job = {**row, "count": 1}
    return open(job["path"]).read()


rows = [dict([("path", "/srv/" + "secret.txt")]), {"path": "sales.csv"}]
for row in rows:
    print(load(row))
