# reaches: numpy.load with the flag given by position
import numpy as np
np.load("frame.npy", None, True)
