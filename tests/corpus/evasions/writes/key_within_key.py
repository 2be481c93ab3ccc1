# reaches: a dictionary within a dictionary is stored to
import pandas as pd
df = pd.DataFrame({'a': [1]})
config = {"in": {"path": "p.csv"}, "other": 1}
config["in"]["path"] = "/srv/drop/p.csv"
df.to_csv(config["in"]["path"])
