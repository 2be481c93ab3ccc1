# reaches: a generator receives the path
def reader():
    path = "sales.csv"
    while True:
        path = (yield open(path).read()) or path
g = reader()
next(g)
print(g.send("/srv/secret.txt"))
