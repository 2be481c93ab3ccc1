# reaches: a file by a changed name, an item set through a dictionary within a dictionary
def load(names):
    stack = {}
    entry = {"names": names}
    stack["a"] = entry
    stack["a"]["names"][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
