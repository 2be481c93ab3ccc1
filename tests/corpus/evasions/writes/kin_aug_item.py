# reaches: p[o] += 1 asks __getitem__, which fills the key
import pandas as pd


s = pd.Series(["x"])


class Own:
    def __init__(self, item=None):
        self.items = [item]

    def apply(self, name, *args, **kw):
        return None


o = Own(Own())


class P:
    def __getitem__(self, key):
        key.items.append(s)
        return 1
    def __setitem__(self, k, v):
        pass
p = P()
p[o] += 1
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
