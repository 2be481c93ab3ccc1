# reaches: setattr sets the strides of an array of objects
import numpy as np
a = np.array(["x", "y", "z"], dtype=object)[:2]
setattr(a, "strides", (1,))
print(a[1])
