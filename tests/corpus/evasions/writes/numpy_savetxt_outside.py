# reaches: numpy.savetxt outside
import numpy as np
np.savetxt("/srv/drop/a.txt", [1, 2])
