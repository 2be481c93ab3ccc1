# reaches: the archive behind loaded arrays unpacks elsewhere
import numpy as np

np.savez("p.npz", p=np.arange(3))
with np.load("p.npz") as arrays:
    arrays.zip.extractall("/srv/drop")
