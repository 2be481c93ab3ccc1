# reaches: unpacking stores into a list
names = ["sales.csv"]
names[0], x = "/srv/secret.txt", 1
print(open(names[0]).read())
