# reaches: the numbers of groups are changed before the sum
import pandas as pd
g = pd.Series([1.0, 2.0]).groupby([0, 1])
g.grouper.group_info[0][:] = 10 ** 9
print(g.sum())
