# reaches: numpy.loadtxt of a foreign path
import numpy as np
print(np.loadtxt("/srv/secret.txt", dtype=str))
