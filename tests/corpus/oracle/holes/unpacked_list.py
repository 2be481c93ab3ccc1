# reaches: a file by a changed name, the list is unpacked out of an entry that arrives later
def load(names):
    stack = []
    entry = [names, 0]
    stack.append(entry)
    kept, count = stack[0]
    kept[count] = "/srv/secret.txt"
    return open(names[0]).read()


print(load(["sales.csv"]))
