# reaches: a method's name grows by augmented assignment into a list of functions
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
n = "to_"
n += "csv"
funcs = [spread]
funcs.append(n)
f = funcs.pop()
s.apply(f, path_or_buf="/srv/drop/p.csv")
