# reaches: map appends to a list
names = ["sales.csv"]
list(map(names.append, ["/srv/secret.txt"]))
for n in names:
    print(open(n).read())
