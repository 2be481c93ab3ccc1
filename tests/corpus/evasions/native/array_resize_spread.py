# reaches: keywords free memory that a view still reads
import numpy as np
a = np.zeros(10 ** 7)
b = a[:]
a.resize(1, **dict([("refcheck", False)]))
print(b[9 * 10 ** 6])
