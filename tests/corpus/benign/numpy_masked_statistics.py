import numpy as np

raw = np.array([
    [21.4, 21.9, -999.0, 22.8, 23.1],
    [19.8, -999.0, -999.0, 20.5, 20.9],
    [25.0, 25.2, 25.9, 40.1, 26.3],
])
data = np.where(raw == -999.0, np.nan, raw)

print("mean per sensor:", np.nanmean(data, axis=1).round(2))
print("missing per sensor:", np.isnan(data).sum(axis=1))

median = np.nanmedian(data, axis=1, keepdims=True)
mad = np.nanmedian(np.abs(data - median), axis=1, keepdims=True)
suspicious = np.abs(data - median) > 6 * mad
print("suspicious at:", [tuple(map(int, p)) for p in np.argwhere(suspicious)])

data[suspicious] = np.nan
filled = data.copy()
columns = np.arange(data.shape[1])
for row in filled:
    bad = np.isnan(row)
    row[bad] = np.interp(columns[bad], columns[~bad], row[~bad])
print(np.array2string(filled, precision=2, suppress_small=True))
ma = np.ma.masked_invalid(data)
print("valid values:", int(ma.count()), "overall mean:", round(float(ma.mean()), 3))
