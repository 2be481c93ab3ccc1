# harmless: a polynomial is evaluated by polyval
import numpy as np
print(np.polyval([1, 0, -2], 3))
