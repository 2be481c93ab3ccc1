# reaches: a dataclass is made with other names than its default lists
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
from dataclasses import dataclass
@dataclass
class C:
    names: tuple = ("sum",)
    def go(self):
        for k in self.names:
            getattr(frame, k)("/srv/drop/p.csv")
C(tuple(EVIL)).go()
