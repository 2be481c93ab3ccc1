# reaches: numpy.memmap of a foreign path
import numpy as np
print(bytes(np.memmap("/srv/secret.txt", mode="r")))
