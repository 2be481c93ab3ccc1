# reaches: a file by a changed name, a list that goes through two functions before a container holds it
def wrap(items):
    return {"names": items}


def load(names):
    stack = {}
    entry = wrap(names)
    stack["a"] = entry
    stack["a"]["names"][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
