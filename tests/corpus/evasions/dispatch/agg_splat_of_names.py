# reaches: a spread dictionary gives agg the name of a method that writes outside
import pandas as pd
how = {"func": "to_csv", "path_or_buf": "/srv/drop/s.csv"}
pd.DataFrame({"a": [1]}).agg(**how)
