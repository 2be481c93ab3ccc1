# a library can not be made to load bytecode -- violation
# with: guard
import copy
import random

marshal = None
for kind in object.__subclasses__():
    if kind.__name__ == "BuiltinImporter":
        marshal = kind.load_module("marshal")

class Deputy:
    def __reduce_ex__(self, protocol):
        return marshal.loads, (b"i\x07\x00\x00\x00",)

print("ESCAPED", copy.copy(Deputy()))
