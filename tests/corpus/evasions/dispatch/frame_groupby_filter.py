# reaches: a group filter evaluates text
import pandas as pd
pd.read_csv("rows.csv").groupby("region").filter(lambda g: eval(g.note.iloc[0]) is None)
