# reaches: a child's class variable lists names from data
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
class C:
    names = ()
    def go(self):
        for k in self.names:
            getattr(frame, k)("/srv/drop/p.csv")
class D(C):
    names = tuple(EVIL)
D().go()
