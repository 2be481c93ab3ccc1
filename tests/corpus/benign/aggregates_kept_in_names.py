import io

import numpy as np
import pandas as pd

TEXT = """site,kind,val,open,nobs
A,dry,4,1.5,3
A,wet,9,2.5,4
B,dry,1,0.5,5
B,wet,7,3.5,6
"""
FUNCS = ["min", "max", "mean"]
BY_COLUMN = {"val": "sum", "open": ["first", "last"], "nobs": np.mean}


def spread(values):
    return values.max() - values.min()


def summary(table, by, how=BY_COLUMN):
    return table.groupby(by).agg(how)


frame = pd.read_csv(io.StringIO(TEXT))
print(summary(frame, "site").to_string())
print(frame.groupby("kind")["val"].agg(FUNCS).to_string())
numbers = ["val", "open"]
print(frame.groupby("site").agg({column: "max" for column in numbers}).to_string())
print(frame.groupby("site").agg(total=("val", "sum"), first=("open", "first"), seen=("nobs", "max")).to_string())
print(frame.groupby("site").agg(**{"total val": pd.NamedAgg(column="val", aggfunc="sum")}).to_string())
renamed = {f"{column}_span": (column, spread) for column in ["val", "open"]}
print(frame.groupby("kind").agg(**renamed).to_string())
wanted = ["sum", spread]
print(frame[numbers].agg(wanted).to_string())
print(frame.val.sum(), frame.nobs.tolist())
