# reaches: read_csv's date parser is eval
import pandas as pd
pd.read_csv("rows.csv", parse_dates=["note"], date_parser=lambda t: eval(t if isinstance(t, str) else t[0]))
