# reaches: a function that agg calls fills a list that it was lent
import pandas as pd


def spread(v):
    return 1


s = pd.Series(["x"])
frame = pd.DataFrame({"a": ["x"]})
def fill(v, box=None):
    box[1].append("to_" + "csv")
    return 1
box = [spread]
frame.groupby("a")["a"].agg(**{"func": fill, "box": ("a", box)})
f = box[-1]
s.apply(f, path_or_buf="/srv/drop/p.csv")
