# reaches: map calls getattr
import pandas as pd
list(map(getattr, [pd.Series([1])], ['to_csv']))[0]('/srv/drop/p.csv')
