# reaches: numpy.save outside
import numpy as np
np.save("/srv/drop/a", np.zeros(1))
