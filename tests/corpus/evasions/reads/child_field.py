# reaches: a child's method sets the field that the parent reads
class Base:
    def __init__(self):
        self.path = "sales.csv"

    def run(self):
        return open(self.path).read()


class Child(Base):
    def turn(self):
        self.path = "/srv/secret.txt"
        return self


print(Child().turn().run())
