# what the policy allows works -- ok
# with: guard
import json
import math
from collections import namedtuple
from dataclasses import dataclass
from datetime import datetime

@dataclass
class Row:
    a: int

P = namedtuple("P", "x y")
with open("input.csv") as f:
    text = f.read()
with open("out.json", "w") as f:
    json.dump({"pi": math.pi, "p": P(1, 2), "t": str(datetime.strptime("2020-01-02", "%Y-%m-%d"))}, f)
print("contained", len(text), Row(1))
