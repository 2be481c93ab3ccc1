# reaches: __array_ufunc__ runs exec
import numpy as np
class Rows:
    def __array_ufunc__(self, *a, **k):
        return exec(open("steps.txt").read())
np.add(Rows(), 1)
