# reaches: type with three arguments builds a class with computed special methods
kind = type("K", (), {"_" * 2 + "call" + "_" * 2: lambda self, x: self.f(x), "f": staticmethod(eval)})
kind()(open("notes.txt").read())
