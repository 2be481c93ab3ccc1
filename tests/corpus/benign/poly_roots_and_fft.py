import numpy as np
from numpy.polynomial import Polynomial

p = Polynomial.fromroots([1, 2, 3])
print(p.coef.tolist(), p.deriv()(2.0), np.sort(p.roots().real).round(6).tolist())
t = np.arange(64) / 64
spectrum = np.abs(np.fft.rfft(np.sin(2 * np.pi * 5 * t)))
print(int(spectrum.argmax()), np.convolve([1, 2, 3], [0, 1, 0.5]).tolist())
