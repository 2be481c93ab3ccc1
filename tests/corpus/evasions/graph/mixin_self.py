# reaches: a mixin's self is a frame once another class derives from both
import pandas as pd
class Saver:
    to_pickle = None
    def go(self):
        self.to_csv("/srv/drop/y.csv")
    def to_csv(self, x):
        return x
class Table(pd.DataFrame, Saver):
    pass
Table({"a": [1]}).go()
