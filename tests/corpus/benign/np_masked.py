import numpy as np
import numpy.ma as ma
x = ma.masked_invalid([1.0, np.nan, 3.0, np.inf])
y = ma.masked_where(np.arange(4) == 2, np.arange(4))
print(x.mean(), x.filled(0), y.compressed(), x.count(), ma.masked_array([1, 2, 3], mask=[0, 1, 0]).sum(), ma.getmask(y).tolist(), ma.masked_greater(np.arange(5), 2).data, x.fill_value, (x + y).mask.tolist(), ma.median(y), np.ma.average(y, weights=[1, 1, 1, 1]))
