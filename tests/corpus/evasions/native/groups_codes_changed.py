# reaches: the codes of groups are changed before the sum
import pandas as pd
g = pd.Series([1.0, 2.0]).groupby([0, 1])
for c in g.grouper.codes:
    c[:] = 10 ** 9
print(g.sum())
