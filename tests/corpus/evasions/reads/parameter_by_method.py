# reaches: a bound method is called with another path
class R:
    def read(self, path):
        return open(path).read()
r = R()
r.read("sales.csv")
f = r.read
print(f("/srv/secret.txt"))
