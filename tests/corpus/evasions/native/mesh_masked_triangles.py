# reaches: the unmasked triangles are changed after they were checked
import matplotlib
matplotlib.use("Agg")
import matplotlib.tri as tri
import numpy as np
t = tri.Triangulation([0, 1, 0, 1], [0, 0, 1, 1])
t.get_masked_triangles()[:] = 10 ** 8
print(t.calculate_plane_coefficients(np.zeros(4)))
