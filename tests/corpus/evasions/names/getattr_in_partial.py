# reaches: partial calls getattr
import functools, pandas as pd
functools.partial(getattr, pd.Series([1]))('to_csv')('/srv/drop/p.csv')
