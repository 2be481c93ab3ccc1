# reaches: pandas converts a column with eval
import pandas as pd
pd.read_csv("rows.csv", converters={"note": eval})
