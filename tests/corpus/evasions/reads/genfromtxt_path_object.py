# reaches: genfromtxt with a path object
import numpy as np
from pathlib import Path
print(np.genfromtxt(Path("/srv/secret.txt"), dtype=str))
