# reaches: each group is written elsewhere
import pandas as pd
df = pd.DataFrame({"k": ["x", "y"], "v": [1, 2]})
for key, group in df.groupby("k"):
    group.to_csv(f"/srv/drop/{key}.csv")
