# the collector's lists of objects are closed -- violation
# with: guard
import random

for kind in object.__subclasses__():
    if kind.__name__ == "BuiltinImporter":
        gc = kind.load_module("gc")
        print("ESCAPED", len(gc.get_objects()))
