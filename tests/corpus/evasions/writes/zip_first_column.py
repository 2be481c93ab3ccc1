# reaches: the first of two that zip pairs
import pandas as pd
df = pd.DataFrame({'a': [1]})
for path, name in zip(["/srv/drop/p.csv"], ["p.csv"]):
    df.to_csv(path)
