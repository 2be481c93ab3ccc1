# reaches: a metaclass gives a table where the class is called
import pandas as pd
class M(type):
    def __call__(cls):
        return pd.DataFrame({'a': [1]})
class C(metaclass=M):
    def to_csv(self, p):
        pass
C().to_csv('/srv/drop/p.csv')
