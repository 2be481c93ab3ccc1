# reaches: an archive's flag is raised after the load
import numpy as np
archive = np.load("frames.npz")
archive.allow_pickle = True
archive["a"]
