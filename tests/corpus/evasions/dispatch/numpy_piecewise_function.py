# reaches: piecewise calls exec
import numpy as np
np.piecewise(np.zeros(1), [[True]], [lambda x, f=exec: f(open("steps.txt").read()) or 0])
