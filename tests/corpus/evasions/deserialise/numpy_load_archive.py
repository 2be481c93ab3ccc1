# reaches: an archive's member is unpickled when it is asked for
import numpy as np
archive = np.load("frames.npz", allow_pickle=True)
archive["a"]
