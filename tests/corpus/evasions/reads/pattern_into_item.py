# reaches: one of several targets is an item, through which a dictionary is changed
rows = [{"path": "sales.csv"}]
seen = {}
n, seen["row"] = 1, rows[0]
seen["row"]["path"] = "/srv/secret.txt"
print(open(rows[0]["path"]).read())
