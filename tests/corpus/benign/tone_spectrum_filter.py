import numpy as np

FS = 500.0
DURATION = 2.0


def make_signal(fs: float, duration: float, tones: dict[float, float], noise: float = 0.2) -> tuple[np.ndarray, np.ndarray]:
    t = np.arange(0, duration, 1 / fs)
    rng = np.random.RandomState(7)
    x = sum(amp * np.sin(2 * np.pi * f * t) for f, amp in tones.items())
    return t, x + rng.normal(0, noise, t.shape)


def spectrum(x, fs):
    window = np.hanning(len(x))
    X = np.fft.rfft(x * window)
    freq = np.fft.rfftfreq(len(x), d=1 / fs)
    return freq, np.abs(X) / window.sum() * 2


def top_peaks(freq, mag, n=3):
    local = np.r_[False, (mag[1:-1] > mag[:-2]) & (mag[1:-1] > mag[2:]), False]
    idx = np.flatnonzero(local)
    order = idx[np.argsort(mag[idx])[::-1][:n]]
    return [(round(float(freq[i]), 1), round(float(mag[i]), 3)) for i in order]


def lowpass(x, fs, cutoff):
    X = np.fft.rfft(x)
    f = np.fft.rfftfreq(x.size, 1 / fs)
    X[f > cutoff] = 0
    return np.fft.irfft(X, n=x.size)


t, x = make_signal(FS, DURATION, {12.0: 1.0, 50.0: 0.5, 120.0: 0.25})
freq, mag = spectrum(x, FS)
for f, m in top_peaks(freq, mag):
    print(f"{f:>7.1f} Hz  {m:.3f}")
y = lowpass(x, FS, 20)
rms = np.sqrt(np.mean(np.square(x - y)))
print(f"rms removed: {rms:.3f}", np.convolve(x, np.ones(5) / 5, mode="valid").shape)
print(np.fft.fftshift(np.fft.fftfreq(8)).tolist())
