# reaches: a file by a changed name, an item set in a loop over the values of the container
def load(names):
    stack = {}
    entry = {"names": names}
    stack["a"] = entry
    for kept in stack.values():
        kept["names"][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
