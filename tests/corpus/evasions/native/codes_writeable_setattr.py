# reaches: setattr makes the codes of categories writeable
import numpy as np
import pandas as pd
c = pd.Categorical(["a", "b"])
v = c.codes
setattr(v.flags, "writeable", True)
v[:] = 100
for i in range(100):
    print(list(c))
