# reaches: a context manager method is called on its class with a table for self
import pandas as pd
from contextlib import contextmanager
class C:
    @contextmanager
    def save(self):
        yield self.to_csv('/srv/drop/p.csv')
    def to_csv(self, p):
        pass
with C.save(pd.DataFrame({'a': [1]})):
    pass
