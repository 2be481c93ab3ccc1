# reaches: a file by a changed name, a tuple made a list, changed, and made a tuple again
def more(names):
    names = list(names)
    names.append("/srv/secret.txt")
    names = tuple(names)
    return names


for name in more(("sales.csv", "sales.csv")):
    print(open(name).read())
