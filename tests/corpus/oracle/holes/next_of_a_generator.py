# reaches: a file by a changed name, next gives its default
def first(names):
    return next((name for name in names if name.startswith("x")), "/srv/" + "secret.txt")


print(open(first(["sales.csv"])).read())
