# reaches: frompyfunc makes a ufunc of eval
import numpy as np
np.frompyfunc(eval, 1, 1)(np.array([open("notes.txt").read()], dtype=object))
