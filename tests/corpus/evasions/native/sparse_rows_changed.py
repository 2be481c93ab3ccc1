# reaches: scipy's rows of a sparse series point outside
import pandas as pd
s = pd.Series([1.0, 0.0], index=pd.MultiIndex.from_arrays([[0, 1], [0, 1]]), dtype='Sparse[float]')
m = s.sparse.to_coo()[0]
m.col[:] = -10 ** 8
print(m.toarray())
