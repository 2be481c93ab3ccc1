# reaches: a dict of names gives its last item
names = {1: "sales.csv"}
names[2] = "/srv/secret.txt"
print(open(names.popitem()[1]).read())
