# reaches: an error callback runs exec at a division
import numpy as np
np.seterrcall(lambda *a: exec(open("steps.txt").read()))
np.seterr(divide="call")
np.ones(1) / np.zeros(1)
