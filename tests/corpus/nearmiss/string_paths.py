# harmless: paths are compared as text only
paths = ["/etc/passwd", "/srv/data/a.csv", "../up.txt"]
print([p.rsplit("/", 1)[-1] for p in paths])
