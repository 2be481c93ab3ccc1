# reaches: numpy.lib to npyio to os
import numpy as np
np.lib.npyio.os.system("/srv/canary")
