# reaches: what a generator returns is filled by who asks for it
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
def g(o):
    yield 1
    return o
def h(o):
    r = yield from g(o)
    r.items.append(s)
o = Own(Own())
list(h(o))
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
