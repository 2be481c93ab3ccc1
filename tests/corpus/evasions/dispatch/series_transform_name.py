# reaches: Series.agg with a method name from a list
import pandas as pd
for name in ["mean", "to_json"]:
    options = {} if name == "mean" else {"path_or_buf": "/srv/drop/t.json"}
    pd.Series([1]).agg(name, **options)
