# reaches: a file by a changed name, the container is unpacked out of a pair
def load(names):
    stack = {}
    entry = {"names": names}
    stack["a"] = entry
    first, second = stack["a"], 1
    first["names"][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
