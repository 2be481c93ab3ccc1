# reaches: a listed name without its first letter is an address
import os

import pandas as pd

open("_file:%2Fsrv%2Fsecret.txt#.csv", "w").close()
for name in os.listdir("."):
    try:
        print(pd.read_csv(name.replace("_", ""), header=None))
    except (OSError, ValueError):
        pass
