# reaches: a loop's target hands an object to __setitem__, which fills it
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
s = pd.Series(["x"])
EVIL = {"to_" + "csv": 1}


class Own:
    def __init__(self, item=None):
        self.items = [item]
        self.item = item

    def apply(self, name, *args, **kw):
        return None

    def put(self, value):
        self.items.append(value)
        return self


class C:
    names = {"sum": 1}
    listed = ["sum"]

    def go(self):
        for k in self.names:
            getattr(frame, k)("/srv/drop/p.csv")

    def walk(self):
        for k in self.listed:
            getattr(frame, k)("/srv/drop/p.csv")


class P:
    def __setitem__(self, k, v):
        v.items.append(s)
o = Own(Own())
p = P()
for p[0] in [o]:
    pass
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
