# reaches: the corners of triangles are changed after they were checked
import matplotlib
matplotlib.use("Agg")
import matplotlib.tri as tri
import numpy as np
t = tri.Triangulation([0, 1, 0, 1], [0, 0, 1, 1])
t.triangles[:] = 10 ** 8
print(t.calculate_plane_coefficients(np.zeros(4)))
