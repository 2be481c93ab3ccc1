# reaches: ndarray.dump outside
import numpy as np
np.arange(3).dump("/srv/drop/a.pkl")
