# reaches: a list is changed through items() of a dictionary with a spread one
import pandas as pd
df = pd.DataFrame({'a': [1]})
found = ["p.csv"]
x = {"q": []}
d = {**x, "a": found}
for k, l in d.items():
    l.insert(0, "/srv/drop/p.csv")
for p in found:
    df.to_csv(p)
