# reaches: another name of the dictionary gets a path
import pandas as pd
df = pd.DataFrame({'a': [1]})
paths = {"a": "p.csv"}
more = paths
more.setdefault("b", "/srv/drop/p.csv")
for path in paths.values():
    df.to_csv(path)
