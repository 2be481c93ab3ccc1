# reaches: numpy.rec.fromfile of a foreign path
import numpy as np
print(np.rec.fromfile("/srv/secret.txt", formats="S25", shape=1))
