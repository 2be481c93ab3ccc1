# reaches: a list within a pair is changed
import pandas as pd
df = pd.DataFrame({'a': [1]})
rows = [(["p.csv"], 1)]
for row, n in rows:
    row.insert(0, "/srv/drop/p.csv")
for row, n in rows:
    for p in row:
        df.to_csv(p)
