# reaches: the text of a listed path without its first letter is an address, by an f-string
import glob

import pandas as pd

open("_file:%2Fsrv%2Fsecret.txt#.csv", "w").close()
for p in glob.glob("*.csv"):
    try:
        print(pd.read_csv(f"{f'{p}'[1:]}", header=None))
    except (OSError, ValueError):
        pass
