# reaches: a decorator of the file gives a method's name for a function
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
def name(f):
    return "to_" + "csv"
@name
def f():
    pass
s.apply(f, path_or_buf="/srv/drop/p.csv")
