# reaches: a mesh gets other triangles
import matplotlib
matplotlib.use("Agg")
import matplotlib.tri as tri
import numpy as np
t = tri.Triangulation([0, 1, 0, 1], [0, 0, 1, 1])
t.triangles = np.array([[10 ** 8, 1, 2]], "i4")
print(t.calculate_plane_coefficients(np.zeros(4)))
