# reaches: a function gets keywords out of a dictionary that a window was given
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
def f(v, **kw):
    for k in kw:
        getattr(frame, k)("/srv/drop/p.csv")
    return 1.0
pd.Series([1.0, 2.0]).rolling(1).apply(f, False, None, None, None, EVIL)
