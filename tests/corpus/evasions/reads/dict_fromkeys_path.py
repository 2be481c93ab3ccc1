# reaches: a dict of names is made from keys
names = dict.fromkeys(["a"], "sales.csv")
names["a"] = "/srv/secret.txt"
for n in names.values():
    print(open(n).read())
