import numpy as np
import numpy.matlib
from numpy.lib import recfunctions as rfn
from numpy.polynomial import chebyshev, legendre
from numpy.polynomial.hermite_e import hermeval
from numpy.polynomial.laguerre import lagval

x = np.linspace(-1, 1, 41)
signal = np.exp(x) * np.cos(3 * x)
fits = {
    "chebyshev": chebyshev.chebval(x, chebyshev.chebfit(x, signal, 11)),
    "legendre": legendre.legval(x, legendre.legfit(x, signal, 11)),
}
for name, values in sorted(fits.items()):
    print(name, bool(np.abs(values - signal).max() < 1e-3))
print(hermeval(2.0, [0, 0, 1]), lagval(1.0, [0, 1]), np.lib.scimath.sqrt(-4))

readings = np.array([(1, 20.5), (2, 21.0), (3, 19.75)], dtype=[("probe", "i4"), ("celsius", "f8")])
table = rfn.append_fields(readings, "kelvin", readings["celsius"] + 273.15, usemask=False)
print(table.dtype.names, rfn.structured_to_unstructured(table[["celsius", "kelvin"]]).shape)
print(np.matlib.repmat(np.array([1, 2]), 2, 2).tolist())
