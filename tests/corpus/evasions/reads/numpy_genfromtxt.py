# reaches: numpy.genfromtxt of a foreign path
import numpy as np
print(np.genfromtxt("/srv/" + "secret.txt", dtype="U60"))
