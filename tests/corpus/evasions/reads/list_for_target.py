# reaches: a loop's target is a list's item
names = ["sales.csv"]
for names[0] in ["/srv/secret.txt"]:
    print(open(names[0]).read())
