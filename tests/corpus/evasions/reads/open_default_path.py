# reaches: a parameter's harmless default is overridden at the call
def read(path="sales.csv"):
    return open(path).read()
print(read("/srv/secret.txt"))
