# reaches: numpy.load with a flag that is computed
import numpy as np
np.load("frame.npy", **{"allow_" + "pickle": 2 > 1})
