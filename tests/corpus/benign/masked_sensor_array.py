import numpy as np
import numpy.ma as ma

raw = np.array([20.1, -999.0, 20.7, 35.0, -999.0])
good = ma.masked_less(raw, -100)
good = ma.masked_where(np.abs(good - ma.median(good)) > 10, good)
print(good.count(), round(float(good.mean()), 2), good.filled(0).tolist(), ma.getmaskarray(good).tolist())
