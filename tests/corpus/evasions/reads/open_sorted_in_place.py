# reaches: a list of names is sorted in place before its first is opened
names = ["sales.csv"]
names.__iadd__(["/srv/secret.txt"])
names.sort()
print(open(names[0]).read())
