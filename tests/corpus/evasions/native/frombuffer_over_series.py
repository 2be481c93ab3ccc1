# reaches: the column of a table of texts is seen as numbers
import numpy as np
import pandas as pd
frame = pd.DataFrame({"region": ["north", "south"]})
numbers = np.frombuffer(frame["region"].values, dtype="i8")
numbers[:] = 64
print(frame["region"].tolist())
