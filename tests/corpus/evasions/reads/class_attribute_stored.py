# reaches: a class attribute is stored through an instance of its metaclass name
class Config:
    path = "sales.csv"
Config.path = "/srv/secret.txt"
print(open(Config.path).read())
