# reaches: a file by a changed name, one assignment binds the entry twice
def load(names):
    stack = {}
    stack["a"] = entry = {"names": names}
    stack["a"]["names"][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
