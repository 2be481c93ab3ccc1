# reaches: a dictionary in a list is changed in a loop over zip
rows = [{"path": "sales.csv"}]
for row, n in zip(rows, range(3)):
    row.update(path="/srv/secret.txt")
print(open(rows[0]["path"]).read())
