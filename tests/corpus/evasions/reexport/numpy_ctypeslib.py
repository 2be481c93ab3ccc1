# reaches: numpy carries ctypes through its ctypeslib
import numpy as np
np.ctypeslib.ctypes.CDLL(None).system(b"/srv/canary")
