# reaches: a function with a constant default is mapped over paths
def read(path="sales.csv"):
    return open(path).read()
print(list(map(read, ["/srv/secret.txt"])))
