# reaches: apply calls apply by its name, which calls to_csv
import pandas as pd
pd.Series([1]).apply('apply', args=('to_csv',), path_or_buf='/srv/drop/p.csv')
