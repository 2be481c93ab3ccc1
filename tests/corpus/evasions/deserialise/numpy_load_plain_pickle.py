# reaches: numpy.load falls back to a plain pickle
import numpy as np
np.load("model.pkl", allow_pickle=True)
