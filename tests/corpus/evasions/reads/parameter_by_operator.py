# reaches: an operator passes the path
class R:
    def __lshift__(self, path):
        return open(path).read()
R() << "sales.csv"
print(R() << "/srv/secret.txt")
