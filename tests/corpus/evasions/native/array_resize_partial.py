# reaches: partial keeps the keyword that frees memory
import functools
import numpy as np
a = np.zeros(10 ** 7)
b = a[:]
options = {"ref" + "check": False}
functools.partial(a.resize, 1, **options)()
print(b[9 * 10 ** 6])
