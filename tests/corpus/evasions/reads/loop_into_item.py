# reaches: a loop puts what it finds into a dictionary, through which it is changed
rows = [{"path": "sales.csv"}]
seen = {}
for seen["row"] in rows:
    pass
seen["row"]["path"] = "/srv/secret.txt"
print(open(rows[0]["path"]).read())
