# reaches: a decorator calls a function with keywords from data
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
def deco(fn):
    return lambda: fn(**EVIL)
@deco
def f(**kw):
    for k in kw:
        getattr(frame, k)("/srv/drop/p.csv")
f()
