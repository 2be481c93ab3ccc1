# reaches: a child's class variable hides a field of the parent
class Base:
    def prepare(self):
        self.path = "sales.csv"

    def run(self):
        return open(self.path).read()


class Child(Base):
    path = "/srv/secret.txt"


print(Child().run())
