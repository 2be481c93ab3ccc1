# reaches: an Excel writer opens a path
import pandas as pd
with pd.ExcelWriter("/srv/drop/e.xlsx") as w:
    pd.DataFrame({"a": [1]}).to_excel(w)
