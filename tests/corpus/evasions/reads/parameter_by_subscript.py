# reaches: a subscript passes the path
class R:
    def __getitem__(self, path="sales.csv"):
        return open(path).read()
r = R()
r.__getitem__("sales.csv")
print(r["/srv/secret.txt"])
