# reaches: the parent of a path whose name has vanished, and an address below it
import re
from pathlib import Path

import pandas as pd

name = re.sub(r"\W", "", "!")
folder = (Path("out") / name).parent
print(pd.read_csv(folder / "file:%2Fsrv%2Fsecret.txt#.csv", header=None))
