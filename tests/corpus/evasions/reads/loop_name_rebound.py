# reaches: a loop's name is bound anew in a branch of its body
for name in ["sales.csv"]:
    if name:
        name = "/srv/secret.txt"
    print(open(name).read())
