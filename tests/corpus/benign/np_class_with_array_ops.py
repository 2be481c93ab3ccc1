import numpy as np
class Signal:
    __array_priority__ = 10
    def __init__(self, y, fs=1.0): self.y, self.fs = np.asarray(y, float), fs
    def __add__(self, o): return Signal(self.y + getattr(o, "y", o), self.fs)
    __radd__ = __add__
    def __mul__(self, k): return Signal(self.y * k, self.fs)
    def __len__(self): return self.y.size
    @property
    def rms(self): return float(np.sqrt(np.mean(self.y ** 2)))
    @property
    def data(self): return self.y.copy()
    def resample(self, n): return Signal(np.interp(np.linspace(0, 1, n), np.linspace(0, 1, len(self)), self.y), self.fs * n / len(self))
s = Signal([1, -1, 1, -1]); print((s + 1).data, (2 + s).rms, len(s.resample(8)), (s * 3).y)
