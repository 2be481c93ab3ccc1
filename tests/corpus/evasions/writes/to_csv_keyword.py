# reaches: to_csv with its path by keyword after a buffer
import pandas as pd
o = {"path_or_buf": "/srv/drop/a.csv"}
pd.DataFrame({"a": [1]}).to_csv(**o)
