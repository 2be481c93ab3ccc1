# reaches: a file by a changed name, a list grows by an augmented assignment
names = ["sales.csv"]
same = names
same += ("/srv/secret.txt",)
for name in names:
    print(open(name).read())
