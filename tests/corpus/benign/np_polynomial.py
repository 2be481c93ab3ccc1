import numpy as np
from numpy.polynomial import Chebyshev, Polynomial
p = Polynomial([1, -3, 2])
print(p.roots(), p.deriv()(1), p.integ(lbnd=0)(2), (p * p).degree(), p.coef.tolist(), p(np.array([0, 1])))
x = np.linspace(0, 1, 20)
fit = Polynomial.fit(x, np.exp(x), deg=3).convert()
print(fit.coef.round(3), np.polyfit(x, x ** 2, 2).round(6) + 0, np.polyval([1, 0, 0], 3), np.poly1d([1, 2])(3), np.roots([1, -3, 2]), Chebyshev.basis(2)(0.5), np.polynomial.polynomial.polyval(2, [1, 1]), np.poly([1, 2]))
