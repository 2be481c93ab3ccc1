# harmless: a system of equations is solved
import numpy as np
system = np.array([[2.0, 1.0], [1.0, 3.0]])
print(np.linalg.solve(system, np.array([3.0, 5.0])).round(2).tolist())
