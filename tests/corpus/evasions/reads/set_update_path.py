# reaches: a set of names is updated before it is walked
names = {"sales.csv"}
names.add("/srv/secret.txt")
for n in names:
    print(open(n).read())
