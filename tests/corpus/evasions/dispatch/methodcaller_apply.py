# reaches: methodcaller calls apply, which calls to_csv by its name
import operator, pandas as pd
operator.methodcaller('apply', 'to_csv', path_or_buf='/srv/drop/p.csv')(pd.Series([1]))
