# reaches: a list's append goes by another name
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
xs = [Own()]
put = xs.append
put(s)
for x in xs:
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
