# reaches: the rest of a tuple begins elsewhere
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
t = (1, s, Own())
_, *rest = t
x = rest[0]
for x in (x, Own()):
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
