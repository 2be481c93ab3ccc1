# reaches: attrgetter takes apply, which calls to_csv by its name
import operator, pandas as pd
operator.attrgetter('apply')(pd.Series([1]))('to_csv', path_or_buf='/srv/drop/p.csv')
