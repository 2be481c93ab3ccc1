# reaches: a slice is taken of a list that grows
names = ["sales.csv"]
names.insert(0, "/srv/secret.txt")
for name in names[:1]:
    print(open(name).read())
