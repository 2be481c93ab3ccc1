# reaches: a method is called by a subclass through super
class R:
    def read(self, path="sales.csv"):
        return open(path).read()
class S(R):
    def go(self):
        return super().read("/srv/secret.txt")
R().read()
print(S().go())
