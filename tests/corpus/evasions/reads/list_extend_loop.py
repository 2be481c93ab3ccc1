# reaches: a list is extended in place and walked
names = ["sales.csv"]
names += ["/srv/" + "secret.txt"]
for n in names:
    print(open(n).read())
