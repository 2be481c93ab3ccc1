# reaches: savez with its file by keyword
import numpy as np
np.savez(file="/srv/drop/a.npz", x=[1])
