# reaches: the flags of an array are changed by another name
import numpy as np
import pandas as pd
c = pd.Categorical(["a", "b"])
v = c.codes
f = v.flags
f["W"] = True
v[:] = 100
for i in range(100):
    print(list(c))
