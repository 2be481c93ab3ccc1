# reaches: numpy.savetxt writes a module
import numpy as np
np.savetxt("json.py", ["x = 1"], fmt="%s")
