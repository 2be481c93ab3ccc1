# reaches: a column of expressions mapped through eval
import pandas as pd
pd.read_csv("rows.csv").note.map(eval)
