# reaches: the text of a comparison of a Series holds its label
import pandas as pd
s = pd.Series([1], index=['/srv/drop/p'])
open(f"{s == 1}.txt", 'w')
