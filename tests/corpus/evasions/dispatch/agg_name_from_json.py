# reaches: an aggregate's name comes out of JSON
import json
import pandas as pd
name = json.loads('{"m": "to_csv"}')["m"]
pd.Series([1]).agg(name, path_or_buf="/srv/drop/g.csv")
