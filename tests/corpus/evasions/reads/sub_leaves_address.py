# reaches: what is left after re.sub is an address
import re

import pandas as pd

name = re.sub(r"/", "", "file:%2Fsrv%2Fsecret.txt#")
print(pd.read_csv(f"{name}.csv", header=None))
