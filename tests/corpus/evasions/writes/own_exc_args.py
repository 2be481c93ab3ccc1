# reaches: an exception keeps an object, which is filled through its args
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
class E(Exception):
    def __init__(self, o):
        super().__init__(o)
o = Own(Own())
e = E(o)
e.args[0].items.append(s)
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
