# reaches: a file by a key that is a pair
d = {0: "sales.csv", (0, 1): "/srv/secret.txt"}
print(open(d[0, 1]).read())
