# reaches: an object of the file as a key equals any text
import pandas as pd
df = pd.DataFrame({'a': [1]})
class K:
    def __hash__(self): return hash("input")
    def __eq__(self, other): return True
config = {"x": 1, K(): "/srv/drop/p.csv"}
df.to_csv(config["input"])
