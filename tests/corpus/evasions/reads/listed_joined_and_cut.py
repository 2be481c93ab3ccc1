# reaches: a listed name is joined with nothing and cut to an address
import os

import pandas as pd

open("_file:%2Fsrv%2Fsecret.txt#.csv", "w").close()
for name in os.listdir("."):
    try:
        print(pd.read_csv(os.path.join("", name).lstrip("_"), header=None))
    except (OSError, ValueError):
        pass
