# reaches: DataFrame.to_pickle outside
import pandas as pd
pd.Series([1]).to_pickle("/srv/drop/p.pkl")
