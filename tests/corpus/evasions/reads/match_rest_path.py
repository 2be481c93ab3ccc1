# reaches: a pattern's rest captures the path
path = {"a": "sales.csv"}
match {"b": "/srv/secret.txt"}:
    case {**path}:
        print(open(path["b"]).read())
