# reaches: a list is changed through items() within zip
import pandas as pd
df = pd.DataFrame({'a': [1]})
lists = {"a": ["p.csv"], "b": ["q"]}
for (k, l), n in zip(lists.items(), range(2)):
    l.insert(0, "/srv/drop/p.csv")
for k, l in lists.items():
    for p in l:
        df.to_csv(p)
