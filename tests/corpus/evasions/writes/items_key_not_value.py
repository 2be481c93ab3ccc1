# reaches: the key of a pair is the path, within enumerate
import pandas as pd
df = pd.DataFrame({'a': [1]})
for i, (path, name) in enumerate({"/srv/drop/p.csv": "p.csv"}.items()):
    df.to_csv(path)
