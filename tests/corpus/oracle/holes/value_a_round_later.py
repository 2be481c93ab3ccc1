# reaches: a file by a changed name, the element is a parameter of a parameter, known only a round later
def inner(items):
    stack = {}
    entry = {"names": items}
    stack["a"] = entry
    stack["a"]["names"][0] = "/srv/secret.txt"


def outer(items):
    inner(items)
    return open(items[0]).read()


def start(items):
    return outer(items)


print(start(["sales.csv"]))
