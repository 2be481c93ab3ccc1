# reaches: one of thirteen names is two dots
names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", ".."]
for n in names:
    try:
        print(open(f"{n}/srv/secret.txt").read())
    except OSError:
        pass
