# reaches: numbers over an array of objects are its pointers
import numpy as np
a = np.array([None, "north"], dtype=object)
numbers = np.frombuffer(a, dtype=np.int64)
numbers[0] = 64
print(a[0])
