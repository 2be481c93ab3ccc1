# reaches: open with its arguments in a spread mapping
print(open(**{"file": "/srv" + "/secret.txt"}).read())
