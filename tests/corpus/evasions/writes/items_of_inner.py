# reaches: a dictionary within a dictionary is updated through items()
import pandas as pd
df = pd.DataFrame({'a': [1]})
paths = {"a": {"x": "p.csv"}}
for k, inner in paths.items():
    inner.update(x="/srv/drop/p.csv")
for k, inner in paths.items():
    for name, path in inner.items():
        df.to_csv(path)
