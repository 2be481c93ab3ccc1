# reaches: getattr with a writing method's constant name
import pandas as pd
getattr(pd.DataFrame({"a": [1]}), "to_csv")("/srv/drop/p.csv")
