# reaches: reprlib calls a method that is named after a type
import reprlib
class Short(reprlib.Repr):
    def repr_Sales(self, value, level):
        return str(exec(open("steps.txt").read()))
class Sales:
    pass
Short().repr(Sales())
