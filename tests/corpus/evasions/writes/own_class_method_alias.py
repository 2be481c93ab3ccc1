# reaches: a method under another name of its class keeps a table's column
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
class C:
    def __init__(self):
        self.box = [Own()]
    def _put(self, v):
        self.box.append(v)
    put_it = _put
c = C()
c.put_it(s)
for x in c.box:
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
