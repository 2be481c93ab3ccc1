# reaches: the list grows while the loop goes over it
names = ["sales.csv"]
for name in names:
    try:
        print(open(name).read())
    except OSError:
        pass
    if len(names) < 2:
        names.append("/srv/secret.txt")
