# reaches: with_name where the name has vanished, and an address
import re
from pathlib import Path

import pandas as pd

name = re.sub(r"\W", "", "!")
print(pd.read_csv((Path("out") / name).with_name("file:%2Fsrv%2Fsecret.txt#.csv"), header=None))
