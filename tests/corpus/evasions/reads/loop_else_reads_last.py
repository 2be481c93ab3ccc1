# reaches: the else of a loop reads what its body bound
for name in ["sales.csv"]:
    kept = name
    name = "/srv/secret.txt"
else:
    print(open(name).read())
