# reaches: append of a list behind a name that a class of the file has, too
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
class Bag:
    def append(self, v):
        return None
def pick(n):
    return [xs, Bag()][n]
xs = [Own()]
add = pick(0).append
add(s)
for x in xs:
    x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
