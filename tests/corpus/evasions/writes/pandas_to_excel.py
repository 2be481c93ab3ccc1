# reaches: DataFrame.to_excel outside
import pandas as pd
pd.DataFrame({"a": [1]}).to_excel("/srv/drop/p.xlsx")
