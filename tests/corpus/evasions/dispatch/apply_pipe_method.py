# reaches: DataFrame.apply reaches pipe by its name and hands it eval
import pandas as pd
try:
    pd.DataFrame({"a": [open("notes.txt").read()]}).apply("pipe", args=(lambda d, f=eval: f(d.a[0]),))
except AttributeError:
    pass
