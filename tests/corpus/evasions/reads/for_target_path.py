# reaches: a loop's target is the path
path = "sales.csv"
for path in ["/srv/secret.txt"]:
    pass
print(open(path).read())
