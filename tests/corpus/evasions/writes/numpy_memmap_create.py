# reaches: numpy.memmap creates a file outside
import numpy as np
np.memmap("/srv/drop/a.map", mode="w+", shape=4)
