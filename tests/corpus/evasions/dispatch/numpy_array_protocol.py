# reaches: __array__ runs exec during a conversion
import numpy as np
class Rows:
    def __array__(self, *a):
        exec(open("steps.txt").read())
        return np.zeros(1)
np.sum(Rows())
