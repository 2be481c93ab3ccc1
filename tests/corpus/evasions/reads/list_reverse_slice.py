# reaches: a slice assignment puts a path first
names = ["sales.csv"]
names[:] = ["/srv/secret.txt"]
for n in names:
    print(open(n).read())
