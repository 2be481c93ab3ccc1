# reaches: a name that a folder lists is an address elsewhere
import os

import pandas as pd

os.makedirs("out", exist_ok=True)
open("out/file:%2Fsrv%2Fsecret.txt#.csv", "w").close()
for name in os.listdir("out"):
    print(pd.read_csv(name, header=None))
