# reaches: a table keeps the dictionaries of its rows as cells
import pandas as pd

rows = [[{"path": "sales.csv"}]]
frame = pd.DataFrame(rows)
frame.iloc[0, 0]["path"] = "/srv/secret.txt"
print(open(rows[0][0]["path"]).read())
