# reaches: |= adds a path before items() is asked
import pandas as pd
df = pd.DataFrame({'a': [1]})
paths = {"a": "p.csv"}
paths |= {"b": "/srv/drop/p.csv"}
for k, path in paths.items():
    df.to_csv(path)
