# reaches: an inner loop has the same name
for name in ["sales.csv"]:
    for name in ["/srv/secret.txt"]:
        pass
    print(open(name).read())
