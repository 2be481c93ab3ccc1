# reaches: an instance's attribute shadows the class's
class Config:
    path = "sales.csv"
    def read(self):
        return open(self.path).read()
c = Config()
c.path = "/srv/secret.txt"
print(c.read())
