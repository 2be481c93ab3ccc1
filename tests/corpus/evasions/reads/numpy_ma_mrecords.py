# reaches: numpy.ma.mrecords reads a foreign path
import numpy as np
import numpy.ma.mrecords as m
try:
    m.fromtextfile("/srv/secret.txt")
except Exception:
    pass
