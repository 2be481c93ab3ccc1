# reaches: the value of a pair is the path, within enumerate
import pandas as pd
df = pd.DataFrame({'a': [1]})
for i, (name, path) in enumerate({"p.csv": "/srv/drop/p.csv"}.items()):
    df.to_csv(path)
