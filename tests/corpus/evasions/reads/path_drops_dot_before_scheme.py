# reaches: a path forgets the './' before an address
from pathlib import Path

import pandas as pd

print(pd.read_csv(Path(".") / "file:%2Fsrv%2Fsecret.txt#.csv", header=None))
