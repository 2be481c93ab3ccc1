# reaches: the codes of categories are made writeable by a key
import numpy as np
import pandas as pd
c = pd.Categorical(["a", "b"])
v = c.codes
v.flags["WRITEABLE"] = True
v[:] = 100
for i in range(100):
    print(list(c))
