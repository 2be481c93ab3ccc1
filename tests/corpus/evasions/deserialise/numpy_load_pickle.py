# reaches: numpy.load with allow_pickle
import numpy as np
np.load("frame.npy", allow_pickle=True)
