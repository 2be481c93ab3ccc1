# reaches: vectorize with a signature applies eval to rows
import numpy as np
np.vectorize(lambda t, f=eval: f(str(t)) or 0)(np.array([open("notes.txt").read()]))
