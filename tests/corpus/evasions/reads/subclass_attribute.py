# reaches: a subclass gives another path
class Config:
    path = "sales.csv"
    def read(self):
        return open(self.path).read()
class Other(Config):
    path = "/srv/secret.txt"
print(Other().read())
