# reaches: the second of two tuples that are added
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
pair = (Own(),) + (s,)
a, x = pair
x = Own() if len(pair) == 3 else x
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
