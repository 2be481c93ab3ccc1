# reaches: numpy.recfromtxt of a foreign path
import numpy as np
print(np.recfromtxt("/srv/secret.txt", dtype=None, encoding=None))
