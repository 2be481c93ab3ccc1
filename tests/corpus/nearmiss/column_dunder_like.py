# harmless: column names with underscores around a word
import pandas as pd
frame = pd.DataFrame({"_id_": [1, 2], "_total": [3, 4]})
print(frame["_total"].sum(), list(frame.columns))
