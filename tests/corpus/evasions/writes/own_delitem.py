# reaches: del hands an object to __delitem__, which fills it
import pandas as pd

class Own:
    def __init__(self, item=None):
        self.items = [item]
        self.item = item

    def apply(self, name, *args, **kw):
        return None

    def put(self, value):
        self.items.append(value)
        return self


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
class A:
    def __delitem__(self, other):
        other.items.append(s)
o = Own(Own())
del A()[o]
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
