# reaches: the folder of a path whose name has vanished, and an address below it
import os
import re

import pandas as pd

name = re.sub(r"\W", "", "!")
folder = os.path.dirname(os.path.join("out", name))
print(pd.read_csv(os.path.join(os.path.basename(folder + "/")[:0] + "file:%2Fsrv%2Fsecret.txt#.csv"), header=None))
