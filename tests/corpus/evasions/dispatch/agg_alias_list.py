# reaches: aggregate names come out of a list that is changed later
import pandas as pd
names = ["sum"]
names[0] = "to_csv"
pd.Series([1]).agg(names[0], path_or_buf="/srv/drop/p.csv")
