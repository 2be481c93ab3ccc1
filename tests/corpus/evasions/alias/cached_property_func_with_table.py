# reaches: the function within a cached_property is called with a table for self
import pandas as pd
from functools import cached_property
class C:
    @cached_property
    def save(self):
        self.to_csv('/srv/drop/p.csv')
    def to_csv(self, p):
        pass
C.save.func(pd.DataFrame({'a': [1]}))
