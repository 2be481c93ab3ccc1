# reaches: a loop over a tuple reaches the dictionary that lists names
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


for d in (C.names,):
    d.clear()
    d.update(EVIL)
C().go()
