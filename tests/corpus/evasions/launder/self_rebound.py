# reaches: self is bound anew inside a method
import pandas as pd
class Report:
    def to_csv(self, path):
        return path
    def save(self, other):
        self = other
        return self.to_csv("/srv/drop/x.csv")
Report().save(pd.DataFrame({"a": [1]}))
