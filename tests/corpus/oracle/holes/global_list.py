# reaches: a file by a changed name, a global list changed through a container that a function fills
names = ["sales.csv"]
stack = {}


def keep(what):
    entry = {"names": what}
    stack["a"] = entry


keep(names)
stack["a"]["names"][0] = "/srv/secret.txt"
print(open(names[0]).read())
