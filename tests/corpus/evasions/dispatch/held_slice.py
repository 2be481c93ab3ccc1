# reaches: a method's name is cut out of a text into a list of functions
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
n = "xto_csv"
funcs = [spread, n[1:]]
for f in funcs[1:]:
    s.apply(f, path_or_buf="/srv/drop/p.csv")
