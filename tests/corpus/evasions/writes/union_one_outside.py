# reaches: one of the texts of a loop leads outside
import pandas as pd
df = pd.DataFrame({'a': [1]})
for name in ("p", "/srv/drop/p"):
    df.to_csv(f"{name}.csv")
