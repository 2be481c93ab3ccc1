# reaches: the text of a negative Series holds its label
import pandas as pd
s = pd.Series([1], index=['/srv/drop/p'])
open(f"{-s}.txt", 'w')
