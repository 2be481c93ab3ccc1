# reaches: the base of a category's codes may be written
import numpy as np, pandas as pd
c = pd.Categorical(['a', 'b'])
c.codes.base[0] = 100
print(np.asarray(c))
