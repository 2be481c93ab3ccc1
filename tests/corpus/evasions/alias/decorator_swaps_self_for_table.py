# reaches: a decorator calls a method with a table for self
import pandas as pd
def deco(f):
    def w(self, df):
        return f(df)
    return w
class C:
    @deco
    def save(self):
        self.to_csv('/srv/drop/p.csv')
    def to_csv(self, p):
        pass
C().save(pd.DataFrame({'a': [1]}))
