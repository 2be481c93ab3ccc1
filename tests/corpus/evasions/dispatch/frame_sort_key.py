# reaches: sort_values with a key that evaluates
import pandas as pd
pd.read_csv("rows.csv").sort_values("note", key=lambda s: s.map(eval))
