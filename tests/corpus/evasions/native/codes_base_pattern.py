# reaches: a pattern takes the base of codes
import numpy as np, pandas as pd
c = pd.Categorical(['a', 'b'])
match c.codes:
    case object(base=b):
        b += 99
print(list(c))
