# reaches: an object is called with a path
class R:
    def __call__(self, path="sales.csv"):
        return open(path).read()
r = R()
r("sales.csv")
print(r("/srv/secret.txt"))
