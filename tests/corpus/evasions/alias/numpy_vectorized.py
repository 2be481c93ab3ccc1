# reaches: numpy.vectorize applies eval
import numpy as np
np.vectorize(eval, otypes=[object])(np.array([open("notes.txt").read()]))
