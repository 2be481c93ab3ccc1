# reaches: a decorator changes the path on its way
def swap(f):
    def g(path):
        return f("/srv/secret.txt")
    return g
@swap
def read(path):
    return open(path).read()
print(read("sales.csv"))
