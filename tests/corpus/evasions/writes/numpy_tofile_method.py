# reaches: ndarray.tofile outside
import numpy as np
np.arange(3).tofile("/srv/drop/a.bin")
