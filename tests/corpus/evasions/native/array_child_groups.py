# reaches: an extension array's child factorizes with codes outside
import numpy as np, pandas as pd
class A(pd.arrays.IntegerArray):
    def factorize(self, *a, **k):
        return np.array([10 ** 8, 0], dtype='i8'), self[:1]
a = A(np.array([1, 2]), np.array([False, False]))
print(pd.Series([1.0, 2.0]).groupby(pd.Series(a)).sum())
