# reaches: a text is cut into the path
_, _, path = "x=/srv/secret.txt".partition("=")
print(open(path).read())
