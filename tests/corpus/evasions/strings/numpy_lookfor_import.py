# reaches: numpy.lookfor imports the module that it is told
import numpy as np
np.lookfor("x", module="this", output=None)
