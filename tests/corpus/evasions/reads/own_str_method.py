# reaches: an own class has a replace that answers a path
class N:
    def replace(self, a, b):
        return "/srv/secret.txt"
n = "sales.csv"
n = N()
print(open(n.replace("a", "b")).read())
