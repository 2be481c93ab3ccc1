# reaches: an inner function adds a keyword to those of the outer
import pandas as pd


frame = pd.DataFrame({"a": ["x"]})
EVIL = {"to_" + "csv": 1}
def f(**kw):
    def g():
        kw["to_" + "csv"] = 1
    g()
    for k in kw:
        getattr(frame, k)("/srv/drop/p.csv")
f()
