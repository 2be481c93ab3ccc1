# reaches: an object of the file that is a text names a method
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
class T(str):
    pass
f = T("to_csv")
s.apply(f, path_or_buf="/srv/drop/p.csv")
