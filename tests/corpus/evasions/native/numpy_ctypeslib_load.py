# reaches: numpy.ctypeslib.load_library
import numpy as np
np.ctypeslib.load_library("libc.so.6", "/usr/lib/x86_64-linux-gnu").system(b"/srv/canary")
