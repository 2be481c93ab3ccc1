# reaches: two texts make a method's name in getattr
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
class C:
    names = ("csv",)
    def go(self):
        for k in self.names:
            getattr(frame, "to_" + k)("/srv/drop/p.csv")
C().go()
