# reaches: a list's own method stores a path
names = ["sales.csv"]
names.__setitem__(0, "/srv/secret.txt")
print(open(names[0]).read())
