# reaches: one of thirteen names is empty
names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", ""]
for n in names:
    try:
        print(open(n + "/srv/secret.txt").read())
    except OSError:
        pass
