import numpy as np
from numpy.fft import fft, fftfreq, ifft, rfft, rfftfreq, fftshift
t = np.arange(256) / 256
sig = np.sin(2 * np.pi * 10 * t) + 0.5 * np.cos(2 * np.pi * 40 * t)
spec = rfft(sig)
freq = rfftfreq(sig.size, d=1 / 256)
peaks = freq[np.abs(spec) > 20]
print(peaks, np.allclose(ifft(fft(sig)).real, sig), fftshift(fftfreq(4)).tolist(), np.fft.fft2(np.eye(2)).real.tolist())
spec[freq > 20] = 0
low = np.fft.irfft(spec, n=sig.size)
print(np.abs(low - np.sin(2 * np.pi * 10 * t)).max() < 1e-9, np.convolve([1, 2, 3], [0, 1, .5], mode="same"), np.correlate([1, 2], [1, 2]), np.hanning(4).round(2), np.unwrap([0, 6.2]).round(2))
