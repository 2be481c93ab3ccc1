# reaches: to_csv writes a module
import pandas as pd
pd.Series(["x"]).to_csv("json.py")
