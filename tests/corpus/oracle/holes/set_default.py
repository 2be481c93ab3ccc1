# reaches: a file by a changed name, the container is filled by setdefault
def load(names):
    stack = {}
    entry = {"names": names}
    stack.setdefault("a", entry)
    stack["a"]["names"][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
