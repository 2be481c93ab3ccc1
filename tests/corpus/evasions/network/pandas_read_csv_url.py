# reaches: pandas.read_csv of an http address
import pandas as pd
try:
    pd.read_csv("http://192.0.2.19/a.csv")
except OSError:
    pass
