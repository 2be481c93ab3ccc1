# reaches: __array_function__ runs exec for any numpy call
import numpy as np
class Rows:
    def __array_function__(self, *a):
        return exec(open("steps.txt").read())
np.mean(Rows())
