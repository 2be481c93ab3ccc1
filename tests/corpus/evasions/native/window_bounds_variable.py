# reaches: a child of the variable window class gives bounds outside the column
import numpy as np
import pandas as pd
from pandas.api.indexers import VariableOffsetWindowIndexer
class W(VariableOffsetWindowIndexer):
    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        return np.zeros(num_values, "i8"), np.full(num_values, 1 << 40)
days = pd.date_range("2020", periods=2)
print(pd.Series([1.0, 2.0]).rolling(W(index=days, offset=pd.offsets.BDay())).sum())
