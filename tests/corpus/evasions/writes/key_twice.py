# reaches: a key that stands twice has its last value
import pandas as pd
df = pd.DataFrame({'a': [1]})
config = {"input": "p.csv", "input": "/srv/drop/p.csv"}
df.to_csv(config["input"])
