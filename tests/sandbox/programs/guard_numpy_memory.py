# native memory access passes the guard, and no wall -- ok,error,signal,violation
# with: guard packages
import math
import numpy as np

class Anywhere:
    __array_interface__ = {"data": (id(math), False), "shape": (64,), "typestr": "|u1", "version": 3}

try:
    a = np.asarray(Anywhere())
    a[16:64] = 0x41
    math.sqrt
except Exception:
    pass
print("contained")
