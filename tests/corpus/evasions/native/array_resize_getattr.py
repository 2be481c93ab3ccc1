# reaches: a method by name frees memory that a view still reads
import numpy as np
a = np.zeros(10 ** 7)
b = a[:]
options = {"ref" + "check": False}
getattr(a, "resize")(1, **options)
print(b[9 * 10 ** 6])
