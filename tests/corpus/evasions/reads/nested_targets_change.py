# reaches: targets in targets of enumerate change a dictionary
rows = [(1, (2, (3, {"path": "sales.csv"})))]
for i, (a, (b, (c, row))) in enumerate(rows):
    row["path"] = "/srv/secret.txt"
for a, (b, (c, row)) in rows:
    print(open(row["path"]).read())
