# reaches: a comparison of lists hands an object to __eq__, which fills it
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
def keep(o):
    o.items.append(s)
class A:
    def __eq__(self, other):
        keep(other)
        return True
o = Own(Own())
print([A()] == [o])
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
