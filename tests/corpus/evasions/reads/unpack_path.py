# reaches: unpacking rebinds the path
path = "sales.csv"
(a, (path, *_)) = 1, ("/srv/secret.txt", 2)
print(open(path).read())
