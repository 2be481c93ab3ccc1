# reaches: a list grows and is walked
names = ["sales.csv"]
names.insert(0, "/srv/secret.txt")
for n in names:
    print(open(n).read())
