# reaches: a function is called with starred paths
def read(path="sales.csv"):
    return open(path).read()
read("sales.csv")
print(read(*["/srv/secret.txt"]))
