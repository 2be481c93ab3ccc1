# reaches: a window's own method is replaced
import numpy as np
import pandas as pd
from pandas.api.indexers import FixedForwardWindowIndexer
w = FixedForwardWindowIndexer(window_size=2)
def bounds(num_values=0, min_periods=None, center=None, closed=None, step=None):
    return np.zeros(num_values, "i8"), np.full(num_values, 1 << 40)
w.get_window_bounds = bounds
print(pd.Series([1.0, 2.0]).rolling(w).sum())
