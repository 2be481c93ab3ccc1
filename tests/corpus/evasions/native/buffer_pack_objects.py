# reaches: struct writes a number over an object's address
import numpy as np, struct
a = np.array([None, 'x'], dtype=object)
struct.pack_into('<Q', a, 0, 16)
print(a[0])
