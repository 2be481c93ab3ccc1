# reaches: an array's ctypes attribute leads to the module
import numpy as np
view = np.zeros(1).ctypes
view._ctypes.CDLL(None).system(b"/srv/canary")
