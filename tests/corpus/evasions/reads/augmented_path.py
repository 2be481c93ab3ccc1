# reaches: a path is extended in place
path = "."
for part in ["/../srv", "/secret.txt"]:
    path += part
print(open(path).read())
