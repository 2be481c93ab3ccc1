import numpy as np

depth = np.array([0, 2, 5, 10, 20])
temp = np.array([17.9, 17.2, 16.1, 14.4, 11.0])
grid = np.arange(0, 21, 4)
print("interpolated:", np.interp(grid, depth, temp).round(2).tolist())

signal = np.array([0, 0, 1, 3, 7, 3, 1, 0, 0, 5, 0, 0], dtype=float)
kernel = np.array([0.25, 0.5, 0.25])
smooth = np.convolve(signal, kernel, mode="same")
print("smoothed:", smooth.tolist())
print("peak at", int(smooth.argmax()), "| lag:", int(np.correlate(signal, np.roll(signal, 2), mode="full").argmax()) - (signal.size - 1))

grade = np.vectorize(lambda t: "warm" if t > 16 else "cool" if t > 12 else "cold")
print(grade(temp).tolist())
print(np.apply_along_axis(lambda r: r.max() - r.min(), 1, signal.reshape(3, 4)).tolist())
print(np.piecewise(grid.astype(float), [grid < 8, grid >= 8], [lambda d: d * 2, -1]).tolist())
days = np.arange("2024-02-26", "2024-03-04", dtype="datetime64[D]")
print(days[np.is_busday(days)].astype(str).tolist(), (days[-1] - days[0]).astype(int))
