# reaches: a class variable under another name moves a dataclass's fields
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
import typing
CV = typing.ClassVar
@dataclass
class D:
    zero: CV[int] = 3
    first: object = None
    second: object = None
d = D(s)
x = d.first
for x in [x, Own()]:
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
