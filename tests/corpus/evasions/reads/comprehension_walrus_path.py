# reaches: a walrus inside a comprehension rebinds the path
path = "sales.csv"
[path := p for p in ["/srv/secret.txt"]]
print(open(path).read())
