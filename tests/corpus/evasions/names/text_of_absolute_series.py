# reaches: the text of abs() of a Series holds its label
import pandas as pd
s = pd.Series([1], index=['/srv/drop/p'])
open(f"{abs(s)}.txt", 'w')
