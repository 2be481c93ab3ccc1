# reaches: a file by a changed name, an item set through a tuple within a list
def load(names):
    stack = []
    pair = (names, 1)
    stack.append(pair)
    stack[0][0][0] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
