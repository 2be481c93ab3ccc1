# reaches: a loop over pairs puts what it finds into a dictionary, through which it is changed
rows = [{"path": "sales.csv"}]
seen = {}
for i, seen["row"] in enumerate(rows):
    pass
seen["row"]["path"] = "/srv/secret.txt"
print(open(rows[0]["path"]).read())
