# reaches: a helper of numpy's tests executes text
import numpy as np
np.testing.runstring(open("steps.txt").read(), {})
