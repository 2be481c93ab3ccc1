# reaches: a context manager's __enter__ gives a table
import pandas as pd
class C:
    def __enter__(self):
        return pd.DataFrame({'a': [1]})
    def __exit__(self, *a):
        pass
    def to_csv(self, p):
        pass
with C() as x:
    x.to_csv('/srv/drop/p.csv')
