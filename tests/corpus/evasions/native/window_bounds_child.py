# reaches: a child of a window class gives bounds outside the column
import numpy as np
import pandas as pd
class W(pd.api.indexers.FixedForwardWindowIndexer):
    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        return np.zeros(num_values, "i8"), np.full(num_values, 1 << 40)
print(pd.Series([1.0, 2.0]).rolling(W(window_size=2)).sum())
