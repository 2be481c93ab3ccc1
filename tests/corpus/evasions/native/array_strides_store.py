# reaches: the strides of an array of objects are set to one byte
import numpy as np
a = np.array(["x", "y", "z"], dtype=object)[:2]
a.strides = (1,)
print(a[1])
