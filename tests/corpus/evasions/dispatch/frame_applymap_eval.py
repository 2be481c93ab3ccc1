# reaches: applymap over cells
import pandas as pd
pd.read_csv("rows.csv")[["note"]].applymap(eval)
