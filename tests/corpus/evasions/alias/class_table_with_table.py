# reaches: a method out of its class's list gets a table for self
import pandas as pd
class C:
    def save(self):
        self.to_csv('/srv/drop/p.csv')
    def to_csv(self, p):
        pass
    do = [save]
C.do[0](pd.DataFrame({'a': [1]}))
