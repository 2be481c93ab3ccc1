# reaches: a child of the class of a range index reindexes outside
import numpy as np, pandas as pd
K = type(pd.RangeIndex(2))
class I(K):
    def reindex(self, target, *a, **k):
        return target, np.array([10 ** 8, 1])
s = pd.Series(['a', 'b'], index=I(2))
print(s.reindex(pd.Index([5, 6])))
