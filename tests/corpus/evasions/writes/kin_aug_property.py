# reaches: p.q += o asks what a property gives, which fills it
import pandas as pd


s = pd.Series(["x"])


class Own:
    def __init__(self, item=None):
        self.items = [item]

    def apply(self, name, *args, **kw):
        return None


o = Own(Own())


class R:
    def __iadd__(self, v):
        v.items.append(s)
        return self
class P:
    @property
    def q(self):
        return R()
    @q.setter
    def q(self, v):
        pass
p = P()
p.q += o
x = o.items[1]
x.apply("to_csv", path_or_buf="/srv/drop/p.csv")
