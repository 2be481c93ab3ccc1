# reaches: a dataclass's first field stands in a branch
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
from dataclasses import dataclass
@dataclass
class D:
    if True:
        first: object = None
    second: object = None
d = D(s, Own())
x = d.first
d.first = Own()
for x in [x, d.first]:
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
