# reaches: p[1, o] hands a tuple to __getitem__, which fills what it holds
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
        key[1].items.append(s)
P()[1, o]
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
