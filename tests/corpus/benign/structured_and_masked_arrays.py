import numpy as np

dt = np.dtype([("tag", "U8"), ("time", "datetime64[s]"), ("value", "f8"), ("flags", "u1", (2,))])
rec = np.zeros(5, dtype=dt)
rec["tag"] = ["T1", "T2", "T1", "T3", "T2"]
rec["time"] = np.datetime64("2024-01-01T00:00:00") + np.arange(5) * np.timedelta64(90, "s")
rec["value"] = [1.5, np.nan, 3.25, 2.0, -999.0]
rec["flags"][:, 0] = 1
print(rec.dtype.names, rec.dtype.itemsize, rec[rec["tag"] == "T1"]["value"].mean())
ra = rec.view(np.recarray)
print(ra.value, ra.tag[0])

m = np.ma.masked_invalid(rec["value"])
m = np.ma.masked_where(m < -900, m)
print(m, m.mean(), m.count(), m.filled(0.0).tolist(), m.compressed().std().round(4))
print(np.ma.masked_outside(np.arange(10), 3, 6).sum(), np.ma.median(m))
order = np.argsort(rec, order=("tag", "time"))
print(rec[order]["tag"].tolist())
uniq, inv, counts = np.unique(rec["tag"], return_inverse=True, return_counts=True)
sums = np.zeros(len(uniq))
np.add.at(sums, inv, np.nan_to_num(rec["value"]))
print(dict(zip(uniq.tolist(), sums.tolist())), counts.tolist())
grid = np.add.outer(np.arange(3), np.arange(4))
print(np.where(grid % 2 == 0, grid, -1), np.clip(grid, 1, 3), grid.reshape(2, -1).T.shape, grid[::-1, [0, 2]], grid[grid > 2])
print(np.bincount([1, 1, 3]), np.digitize([0.5, 2.5], [0, 1, 2]), np.histogram([1, 2, 2, 3], bins=3), np.percentile(grid, [25, 75]))
print(np.vectorize(lambda a, b: a if a > b else b)([1, 5], [3, 2]), np.apply_along_axis(np.ptp, 1, grid), np.select([grid < 2, grid < 4], [0, 1], default=2))
print(np.datetime_as_string(rec["time"][:2], unit="m"), np.busday_count("2024-01-01", "2024-02-01"), np.is_busday("2024-01-06"))
with np.errstate(divide="ignore", invalid="ignore"):
    print(np.array([1, 0]) / np.array([0, 0]))
print(np.array2string(np.linspace(0, 1, 4), precision=2, separator=", "), np.interp(2.5, [1, 2, 3], [10, 20, 30]), np.trapz([1, 2, 3]), np.polyfit([0, 1, 2], [1, 3, 5], 1).round(3), np.poly1d([1, 2])(3))
