# reaches: a file by a changed name, the changed list is read by a loop
def load(names):
    stack = {}
    entry = {"names": names}
    stack["a"] = entry
    stack["a"]["names"].append("/srv/secret.txt")
    for name in names:
        print(open(name).read())


load(["sales.csv"])
