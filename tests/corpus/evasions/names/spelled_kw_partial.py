# reaches: the keywords of a partial get a name from data
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
import functools
def f(**kw):
    for k in kw:
        getattr(frame, k)("/srv/drop/p.csv")
p = functools.partial(f)
p.keywords["to_" + "csv"] = 1
p()
