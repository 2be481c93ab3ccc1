# reaches: an eval expression calls a column's method that writes
import pandas as pd
df = pd.DataFrame({"a": [1]})
try:
    df.eval("b = a.to_csv('/srv/drop/q.csv')")
except Exception:
    pass
