# reaches: a word and a colon make an address
import re

import pandas as pd

word = re.sub(r"\W", "", "fi!le")
print(pd.read_csv(f"{word}:%2Fsrv%2Fsecret.txt#.csv", header=None))
