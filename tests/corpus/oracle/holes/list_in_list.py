# reaches: a file by a changed name, an item set through a list within a list
def load(names):
    stack = [None]
    entry = [names]
    stack[0] = entry
    stack[0][0][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
