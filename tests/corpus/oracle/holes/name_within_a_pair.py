# reaches: a file by a name within a key that is a pair
d = {}
d["sales.csv", "/srv/secret.txt"] = 1
for k in d:
    print(open(k[1]).read())
