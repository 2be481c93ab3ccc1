# reaches: an exception carries the path
try:
    raise ValueError("/srv/secret.txt")
except ValueError as e:
    (path,) = e.args
print(open(path).read())
