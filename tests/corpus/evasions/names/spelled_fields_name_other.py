# reaches: a dataclass's field gets another name before it is asked for
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
q = fields(C())[0]
q.name = "to_" + "csv"
C().go()
