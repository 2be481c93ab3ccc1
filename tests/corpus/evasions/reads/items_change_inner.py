# reaches: a dictionary in a dictionary is changed in a loop over items
tables = {"a": {"path": "sales.csv"}}
for name, table in tables.items():
    table["path"] = "/srv/secret.txt"
print(open(tables["a"]["path"]).read())
