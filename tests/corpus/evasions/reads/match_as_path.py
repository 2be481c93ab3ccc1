# reaches: an 'as' pattern captures the path
path = "sales.csv"
match "/srv/secret.txt":
    case str() as path:
        print(open(path).read())
