# reaches: numpy.loadtxt of an http address
import numpy as np
try:
    np.loadtxt("http://192.0.2.21/a.txt")
except OSError:
    pass
