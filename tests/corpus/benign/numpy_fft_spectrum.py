import numpy as np

rate = 200
t = np.arange(0, 2, 1 / rate)
rng = np.random.default_rng(17)
signal = 1.8 * np.sin(2 * np.pi * 12 * t) + 0.7 * np.sin(2 * np.pi * 37.5 * t + 0.4) + rng.normal(0, 0.2, t.size)

window = np.hanning(t.size)
spectrum = np.abs(np.fft.rfft(signal * window)) / (window.sum() / 2)
freqs = np.fft.rfftfreq(t.size, 1 / rate)

local = (spectrum[1:-1] > spectrum[:-2]) & (spectrum[1:-1] > spectrum[2:]) & (spectrum[1:-1] > 0.3)
for i in np.nonzero(local)[0] + 1:
    print(f"{freqs[i]:6.1f} Hz  amplitude {spectrum[i]:.1f}")
print("resolution:", freqs[1] - freqs[0], "Hz, Nyquist:", freqs[-1], "Hz")
