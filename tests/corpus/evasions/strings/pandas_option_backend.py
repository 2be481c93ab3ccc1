# reaches: the option plotting.backend imports a module
import pandas as pd
with open("wide.py", "w") as f:
    f.write(open("notes.txt").read())
try:
    pd.options.plotting.backend = "wide"
except Exception:
    pass
