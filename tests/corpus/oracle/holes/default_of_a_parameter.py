# reaches: a file by a changed name, the list is the default of a parameter
def load(names=["sales.csv"]):
    stack = {}
    entry = {"names": names}
    stack["a"] = entry
    stack["a"]["names"][0] = "/srv/secret.txt"


def read(names=["sales.csv"]):
    load(names)
    return open(names[0]).read()


print(read())
