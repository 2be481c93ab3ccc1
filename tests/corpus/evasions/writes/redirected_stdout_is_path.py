# reaches: sys.stdout is a path, which a table is written to
import contextlib, sys
import pandas as pd
with contextlib.redirect_stdout("/srv/drop/a.txt"):
    pd.DataFrame({"a": [1]}).to_csv(sys.stdout)
