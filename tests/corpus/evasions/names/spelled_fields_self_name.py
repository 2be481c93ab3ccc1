# reaches: a method with a field for its self gives it another name
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
from dataclasses import dataclass, fields
@dataclass
class C:
    a: int = 1
    def go(self):
        for f in fields(self):
            getattr(frame, f.name)("/srv/drop/p.csv")
class N:
    def rename(self):
        self.name = "to_" + "csv"
N.rename(fields(C())[0])
C().go()
