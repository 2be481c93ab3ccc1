# reaches: of thirteen words one is emptied by replace
names = ["_", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
for n in names:
    try:
        print(open(n.replace("_", "") + "/srv/secret.txt").read())
    except OSError:
        pass
