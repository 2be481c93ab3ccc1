# reaches: DataFrame.to_csv outside
import pandas as pd
pd.DataFrame({"a": [1]}).to_csv("/srv/drop/p.csv")
