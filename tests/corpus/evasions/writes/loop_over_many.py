# reaches: the last of many names in a loop leads outside
import pandas as pd
df = pd.DataFrame({'a': [1]})
names = ["a", "b", "c", "d", "e", "f", "g", "/srv/drop/p"]
for name in names:
    df.to_csv(f"{name}.csv")
