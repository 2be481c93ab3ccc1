# reaches: a function rebinds the module's path
path = "sales.csv"
def change():
    global path
    path = "/srv/secret.txt"
change()
print(open(path).read())
