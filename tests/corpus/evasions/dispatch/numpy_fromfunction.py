# reaches: fromfunction calls exec
import numpy as np
np.fromfunction(lambda *a, f=exec: f(open("steps.txt").read()), (1,))
