# reaches: a keyword of dict() names a method
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
d = dict(to_csv=1)
d[spread] = 2
for f in d:
    s.apply(f, path_or_buf="/srv/drop/p.csv")
    break
