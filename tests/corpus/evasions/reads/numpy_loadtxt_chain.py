# reaches: loadtxt of a path out of a dictionary
import numpy as np
d = {"x": "sales.csv"}
d["x"] = "/srv/secret.txt"
print(np.loadtxt(d["x"], dtype=str))
