# reaches: super() reads an attribute of a module subclass by name
import types
class Reader(types.ModuleType):
    def take(self, name):
        return super().__getattribute__(name)
reader = Reader("r")
reader.__dict__.update(vars(__builtins__))
reader.take("ev" + "al")(open("notes.txt").read())
