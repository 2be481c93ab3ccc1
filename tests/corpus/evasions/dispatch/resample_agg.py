# reaches: a resampler's aggregate is a method by its name
import pandas as pd
s = pd.Series([1, 2], index=pd.date_range("2024-01-01", periods=2))
s.expanding().obj.agg("to_csv", path_or_buf="/srv/drop/p.csv")
