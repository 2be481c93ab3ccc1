# reaches: a rolling window applies eval to raw values
import pandas as pd
pd.Series([1.0, 2.0]).rolling(1).apply(lambda x, f=eval: f(open("notes.txt").read()) or 0.0)
