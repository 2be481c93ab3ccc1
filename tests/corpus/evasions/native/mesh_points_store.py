# reaches: a mesh keeps its triangles and gets fewer points
import matplotlib
matplotlib.use("Agg")
import matplotlib.tri as tri
import numpy as np
n = 10 ** 7
t = tri.Triangulation(np.zeros(n), np.zeros(n), np.array([[n - 1, n - 2, n - 3]]))
t.x = np.zeros(1)
t.y = np.zeros(1)
print(t.calculate_plane_coefficients(np.zeros(1)))
