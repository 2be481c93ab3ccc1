# reaches: savetxt with its file by keyword
import numpy as np
np.savetxt(fname="/srv/drop/a.txt", X=[1])
