# reaches: numpy.fromregex of a foreign path
import numpy as np
print(np.fromregex("/srv/secret.txt", r"(\w+)", [("a", "U60")]))
