# reaches: groupby calls eval on the labels
import pandas as pd
s = pd.Series([1], index=["open('/srv/secret.txt').read()"])
print(list(s.groupby(eval).groups))
