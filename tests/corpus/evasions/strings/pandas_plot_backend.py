# reaches: a plotting backend's name is imported
import pandas as pd
with open("sales_backend.py", "w") as f:
    f.write(open("notes.txt").read())
try:
    pd.Series([1]).plot(backend="sales_backend")
except Exception:
    pass
