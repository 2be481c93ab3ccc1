# reaches: loadtxt over a generator of an open file
import numpy as np
print(np.loadtxt((line for line in open("/srv/" + "secret.txt")), dtype=str))
