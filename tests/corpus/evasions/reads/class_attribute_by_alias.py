# reaches: a class attribute is stored through another name
class Config:
    path = "sales.csv"
other = [Config]
other[0].path = "/srv/secret.txt"
print(open(Config.path).read())
