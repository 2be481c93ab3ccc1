# reaches: getattr takes apply, which calls to_csv by its name
import pandas as pd
getattr(pd.Series([1]), 'apply')('to_csv', path_or_buf='/srv/drop/p.csv')
