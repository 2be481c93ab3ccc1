# reaches: another key of a dictionary of settings leads outside
import pandas as pd
df = pd.DataFrame({'a': [1]})
config = {"input": "p.csv", "output": "/srv/drop/p.csv"}
df.to_csv(config["output"])
