# reaches: the text of round() of a Series holds its label
import pandas as pd
s = pd.Series([1], index=['/srv/drop/p'])
open(f"{round(s)}.txt", 'w')
