# reaches: Series.agg with a computed method name
import pandas as pd
pd.Series([1]).agg("to_" + "pickle", path="/srv/drop/a.pkl")
