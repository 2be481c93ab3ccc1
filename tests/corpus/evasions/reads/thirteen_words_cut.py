# reaches: of thirteen words with dots one is cut to two dots
names = ["a..", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
for n in names:
    try:
        print(open(n[1:] + "/srv/secret.txt").read())
    except OSError:
        pass
