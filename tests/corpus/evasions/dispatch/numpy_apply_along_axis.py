# reaches: apply_along_axis with eval inside
import numpy as np
np.apply_along_axis(lambda row: eval(row[0]) or 0, 0, np.array([open("notes.txt").read()]))
