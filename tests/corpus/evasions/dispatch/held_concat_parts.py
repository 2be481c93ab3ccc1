# reaches: a dictionary of functions gets a method's name in two pieces
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
funcs = {"a": spread}
funcs["b"] = "to_" + "csv"
for k, f in funcs.items():
    if k == "b":
        s.apply(f, path_or_buf="/srv/drop/p.csv")
