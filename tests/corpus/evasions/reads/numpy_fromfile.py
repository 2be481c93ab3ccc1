# reaches: numpy.fromfile of a foreign path
import numpy as np
print(np.fromfile("/srv/secret.txt", dtype="u1").tobytes())
