# reaches: a mutable default collects another path
def read(path="sales.csv", seen=["sales.csv"]):
    seen.append(path)
    return open(seen[-1]).read()
print(read("/srv/secret.txt"))
