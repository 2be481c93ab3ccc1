# reaches: the folder of a file that rglob found is the working directory, and an address below it
from pathlib import Path

import pandas as pd

Path("a.csv").write_text("a")
for p in Path(".").rglob("*.csv"):
    try:
        print(pd.read_csv(p.parent / "file:%2Fsrv%2Fsecret.txt#.csv", header=None))
    except (OSError, ValueError):
        pass
