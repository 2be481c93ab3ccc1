# reaches: a list is changed through items() within map
import pandas as pd
df = pd.DataFrame({'a': [1]})
lists = {"a": ["p.csv"], "b": ["q"]}
for l in map(lambda kv: kv[1], lists.items()):
    l.insert(0, "/srv/drop/p.csv")
for k, l in lists.items():
    for p in l:
        df.to_csv(p)
