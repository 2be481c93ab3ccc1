# reaches: DataFrame.to_csv unbound
import pandas as pd
pd.DataFrame.to_csv(pd.DataFrame({"a": [1]}), "/srv/drop/f.csv")
