# reaches: a frame's method chosen by getattr
import pandas as pd
getattr(pd.DataFrame({"a": [1]}), "to_" + "csv")("/srv/drop/f.csv")
