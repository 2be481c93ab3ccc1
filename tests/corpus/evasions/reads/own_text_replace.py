# reaches: a string class whose replace replaces nothing
class Name(str):
    def replace(self, *a):
        return self


class Shown:
    def __str__(self):
        return Name("/srv/secret")


print(open(f"{str(Shown()).replace('/', '_')}.txt").read())
