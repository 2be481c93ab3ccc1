# reaches: sys.stdout is a path, which a table is read from
import contextlib, sys
import pandas as pd
with contextlib.redirect_stdout("/srv/secret.txt"):
    t = pd.read_csv(sys.stdout)
print(t)
