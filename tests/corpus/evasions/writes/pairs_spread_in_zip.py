# reaches: a list within a pair is changed through a spread zip
import pandas as pd
df = pd.DataFrame({'a': [1]})
rows = [(["p.csv"], 1)]
next(zip(*rows))[0].insert(0, "/srv/drop/p.csv")
for row, n in rows:
    for p in row:
        df.to_csv(p)
