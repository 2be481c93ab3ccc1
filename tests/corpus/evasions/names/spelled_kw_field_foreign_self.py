# reaches: an object of another class is self, with other names in its field
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
class C:
    def __init__(self, **kw):
        self.kw = kw
    def go(self):
        for k in self.kw:
            getattr(frame, k)("/srv/drop/p.csv")
class D:
    pass
d = D()
d.kw = EVIL
C.go(d)
