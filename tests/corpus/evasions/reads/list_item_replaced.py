# reaches: a list's item is replaced before it is opened
names = ["sales.csv", "rows.csv"]
names[0] = "/srv/secret.txt"
print(open(names[0]).read())
