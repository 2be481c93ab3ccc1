# reaches: the first of two targets is an item, through which a dictionary is changed
row = {"path": "sales.csv"}
seen = {}
seen["row"] = other = row
seen["row"]["path"] = "/srv/secret.txt"
print(open(row["path"]).read())
