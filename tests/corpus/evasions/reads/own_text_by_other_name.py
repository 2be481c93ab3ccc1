# reaches: a string class below a name that looks like another class
Exception = str


class Name(Exception):
    def replace(self, *a):
        return self


class Shown:
    def __str__(self):
        return Name("/srv/secret")


print(open("../" + str(Shown()).replace("/", "_") + ".txt" if False else f"{str(Shown()).replace('/', '_')}.txt").read())
