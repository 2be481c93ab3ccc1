# reaches: __iter__ is another name of a method that gives a table's column
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
class Box:
    def walk(self):
        return iter([s])
    __iter__ = walk
for x in [Own()]:
    pass
for x in Box():
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
