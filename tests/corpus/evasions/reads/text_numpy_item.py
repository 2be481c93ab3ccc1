# reaches: a path out of an array of text
import numpy as np
print(open(np.array(["/srv/secret.txt"])[0]).read())
