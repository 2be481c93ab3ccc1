import numpy as np
x = np.array([3.1, 4.1, 5.9, 2.6, 5.3]); y = np.array([1, 2, 3, 2, 3])
print(np.percentile(x, [25, 50, 75]), np.histogram(x, bins=3)[0], np.bincount(y), np.digitize(x, [3, 5]), np.corrcoef(x, y).round(3), np.cov(x, y)[0, 1].round(3), np.average(x, weights=y).round(3), np.var(x, ddof=1).round(3))
np.set_printoptions(precision=3, suppress=True, linewidth=100)
print(np.nanmean([1, np.nan]), np.cumprod([1, 2, 3]), np.diff(x, n=2), np.clip(x, 3, 5), np.interp(2.5, [1, 2, 3], [10, 20, 30]), np.searchsorted([1, 3, 5], 4), np.argpartition(x, 2)[:2].size, np.tile([1, 2], 2), np.repeat([1, 2], [2, 1]), np.roll(x, 1), np.isclose(x, 3.1), np.array2string(x, separator=", "), np.split(np.arange(6), 3)[1], np.pad([1], 1), np.intersect1d([1, 2], [2, 3]), np.allclose(x, x), np.median(x), np.apply_along_axis(sorted, 0, x).tolist())
with np.errstate(divide="ignore", invalid="raise"):
    print(np.array([1.0]) / 0)
