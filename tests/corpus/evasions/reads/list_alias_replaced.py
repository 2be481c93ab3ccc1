# reaches: a list's item is replaced through another name
names = ["sales.csv"]
again = names
again[0] = "/srv/secret.txt"
print(open(names[0]).read())
