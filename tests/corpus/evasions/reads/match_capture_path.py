# reaches: a pattern captures the path
path = "sales.csv"
match ["/srv/secret.txt"]:
    case [path]:
        print(open(path).read())
