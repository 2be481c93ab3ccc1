# reaches: a mixin's class variable comes first
class Mixin:
    path = "/srv/secret.txt"


class Base:
    path = "sales.csv"

    def run(self):
        return open(self.path).read()


class Child(Mixin, Base):
    pass


print(Child().run())
