# reaches: an inner function rebinds the path
def outer():
    path = "sales.csv"
    def change():
        nonlocal path
        path = "/srv/secret.txt"
    change()
    return open(path).read()
print(outer())
