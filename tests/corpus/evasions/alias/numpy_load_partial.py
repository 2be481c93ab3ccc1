# reaches: numpy.load bound by partial with allow_pickle
from functools import partial
import numpy as np
partial(np.load, allow_pickle=True)("frame.npy")
