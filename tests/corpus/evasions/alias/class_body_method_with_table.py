# reaches: a class's own statements call its method with a table
import pandas as pd
class C:
    def save(self):
        self.to_csv('/srv/drop/p.csv')
    def to_csv(self, p):
        pass
    save(pd.DataFrame({'a': [1]}))
