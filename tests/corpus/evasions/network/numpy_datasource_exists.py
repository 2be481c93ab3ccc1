# reaches: numpy.DataSource asks whether an address exists
import numpy as np
np.DataSource().exists("http://192.0.2.22/a.txt")
