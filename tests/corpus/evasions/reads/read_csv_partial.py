# reaches: functools.partial over read_csv
from functools import partial
import pandas as pd
load = partial(pd.read_csv, header=None)
print(load("/srv/secret.txt").iloc[0, 0])
