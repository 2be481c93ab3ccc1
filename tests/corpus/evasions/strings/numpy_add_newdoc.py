# reaches: numpy.add_newdoc imports the module that it is told
import numpy as np
np.add_newdoc("this", "s", "x")
