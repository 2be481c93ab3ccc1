import numpy as np
from collections import deque
class RollingStats:
    def __init__(self, size): self.buf = deque(maxlen=size)
    def push(self, v):
        self.buf.append(v)
        return np.mean(self.buf), np.std(self.buf)
def zscore_anomalies(series, window=20, k=3):
    rs = RollingStats(window)
    for i, v in enumerate(series):
        if len(rs.buf) == window:
            m, s = np.mean(rs.buf), np.std(rs.buf)
            if s and abs(v - m) > k * s:
                yield i, float(v), round((v - m) / s, 2)
        rs.push(v)
rng = np.random.default_rng(5)
sig = np.sin(np.linspace(0, 20, 400)) * 0.1 + rng.normal(0, 0.05, 400)
sig[[100, 250]] += 2
print(list(zscore_anomalies(sig)))
def butter_like(x, alpha=0.1):
    y = np.zeros_like(x)
    for i, v in enumerate(x[1:], 1):
        y[i] = y[i - 1] + alpha * (v - y[i - 1])
    return y
crossings = np.where(np.diff(np.signbit(butter_like(sig))))[0]
print(len(crossings) > 0, np.fft.fft(sig[:8]).shape, np.abs(np.fft.fft2(np.eye(4))).max(), np.allclose(np.fft.ifft(np.fft.fft(sig)).real, sig))
psd = np.abs(np.fft.rfft(sig - sig.mean())) ** 2
freqs = np.fft.rfftfreq(sig.size, d=0.05)
print(freqs[psd.argmax()].round(3), np.cumsum(psd)[-1] > 0, (psd / psd.sum()).round(3)[:4])
envelope = np.lib.stride_tricks.sliding_window_view(np.abs(sig), 10).max(axis=-1)
ac = np.correlate(sig - sig.mean(), sig - sig.mean(), mode="full")[sig.size - 1:]
print(envelope.shape, (ac / ac[0])[:3].round(2), np.kaiser(5, 14).round(2), np.blackman(4), np.hamming(3), np.bartlett(3), np.unwrap([0, 3.5, 7]).round(2))
