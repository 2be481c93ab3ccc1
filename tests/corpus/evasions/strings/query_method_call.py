# reaches: a query calls a column's method that writes
import pandas as pd
df = pd.DataFrame({"a": [1]})
try:
    df.query("a.to_csv('/srv/drop/q.csv') == 1")
except Exception:
    pass
