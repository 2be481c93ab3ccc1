# reaches: a string function for arrays runs exec
import numpy as np
np.set_string_function(lambda a: str(exec(open("steps.txt").read())))
repr(np.zeros(1))
